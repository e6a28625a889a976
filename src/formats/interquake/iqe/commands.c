/* The commands of IQE, the lists that hold their arguments, and the three that are poses. */
#include "formats/interquake/iqe/iqe.h"

#include "base/range.h"

#include <math.h>

/* --- words ------------------------------------------------------------------------------------------- */

#define WORD(word)  word, sizeof word - 1
#define LIST(field) offsetof(tlb_iqe, field), sizeof *((tlb_iqe *)0)->field.data
#define CUSTOM(n)   [TLB_IQE_V0 + n] = {WORD("v" #n), "values", IQE_VECTOR, 4, LIST(v[n]), 0}

const iqe_command tlb_iqe_commands[TLB_IQE_WORDS] = {
    [TLB_IQE_VP] = {WORD("vp"), "values", IQE_VECTOR, 4, LIST(vp), 1},
    [TLB_IQE_VT] = {WORD("vt"), "values", IQE_VECTOR, 4, LIST(vt), 0},
    [TLB_IQE_VN] = {WORD("vn"), "values", IQE_VECTOR, 3, LIST(vn), 0},
    [TLB_IQE_VX] = {WORD("vx"), "values", IQE_TANGENT, 6, LIST(vx), 0},
    [TLB_IQE_VB] = {WORD("vb"), "weights", IQE_WEIGHTS, 0, LIST(vb), 0},
    [TLB_IQE_VC] = {WORD("vc"), "values", IQE_VECTOR, 4, LIST(vc), 1},
    CUSTOM(0),
    CUSTOM(1),
    CUSTOM(2),
    CUSTOM(3),
    CUSTOM(4),
    CUSTOM(5),
    CUSTOM(6),
    CUSTOM(7),
    CUSTOM(8),
    CUSTOM(9),
    [TLB_IQE_VERTEXARRAY] = {WORD("vertexarray"), "type", IQE_FORMAT, 0, LIST(vertexarray), 0},
    [TLB_IQE_MESH] = {WORD("mesh"), "name", IQE_NAME, 0, LIST(mesh), 0},
    [TLB_IQE_MATERIAL] = {WORD("material"), "name", IQE_NAME, 0, LIST(material), 0},
    [TLB_IQE_FA] = {WORD("fa"), "indices", IQE_INDICES, 0, LIST(fa), 0},
    [TLB_IQE_FM] = {WORD("fm"), "indices", IQE_INDICES, 0, LIST(fm), 0},
    [TLB_IQE_SMOOTHUV] = {WORD("smoothuv"), "n", IQE_NUMBER, 1, LIST(smoothuv), 0},
    [TLB_IQE_SMOOTHGROUP] = {WORD("smoothgroup"), "n", IQE_INTEGER, 1, LIST(smoothgroup), 0},
    [TLB_IQE_SMOOTHANGLE] = {WORD("smoothangle"), "angle", IQE_NUMBER, 1, LIST(smoothangle), 0},
    [TLB_IQE_FS] = {WORD("fs"), "flags", IQE_INDICES, 0, LIST(fs), 0},
    [TLB_IQE_VS] = {WORD("vs"), "n", IQE_INTEGER, 1, LIST(vs), 0},
    [TLB_IQE_PQ] = {WORD("pq"), "values", IQE_POSE, 10, LIST(pq), 0},
    [TLB_IQE_PM] = {WORD("pm"), "values", IQE_POSE, 15, LIST(pm), 0},
    [TLB_IQE_PA] = {WORD("pa"), "values", IQE_POSE, 9, LIST(pa), 0},
    [TLB_IQE_JOINT] = {WORD("joint"), "name", IQE_JOINT, 0, LIST(joint), 0},
    [TLB_IQE_ANIMATION] = {WORD("animation"), "name", IQE_NAME, 0, LIST(animation), 0},
    [TLB_IQE_LOOP] = {.word = "loop", .length = sizeof "loop" - 1, .kind = IQE_NOTHING},
    [TLB_IQE_FRAMERATE] = {WORD("framerate"), "n", IQE_NUMBER, 1, LIST(framerate), 0},
    [TLB_IQE_FRAME] = {.word = "frame", .length = sizeof "frame" - 1, .kind = IQE_NOTHING},
    [TLB_IQE_COMMENT] = {.word = "comment", .length = sizeof "comment" - 1, .kind = IQE_NOTHING},
    [TLB_IQE_UNKNOWN] = {WORD(""), "line", IQE_LINE, 0, LIST(unknown), 0},
};

const char *tlb_iqe_word_text(tlb_iqe_word word)
{
    return (unsigned)word < TLB_IQE_WORDS ? tlb_iqe_commands[word].word : "";
}

/* --- defaults ---------------------------------------------------------------------------------------- */

void tlb_iqe_line_default(iqe_line *x, uint32_t word)
{
    const iqe_command *command = &tlb_iqe_commands[word];
    x->word = word;
    x->given = 0;
    x->items = NULL;
    switch (command->kind) {
    case IQE_VECTOR:
        x->as.vector[0] = x->as.vector[1] = x->as.vector[2] = 0;
        x->as.vector[3] = command->otherwise;
        break;
    case IQE_JOINT:
        x->as.joint = (tlb_iqe_joint){{"", 0}, -1};
        break;
    case IQE_FORMAT:
        x->as.vertexarray = (tlb_iqe_vertexarray){{"", 0}, {"", 0}, -1, {"", 0}};
        break;
    case IQE_NAME:
    case IQE_LINE:
        x->as.text = (tlb_text){"", 0};
        break;
    default:
        memset(&x->as, 0, sizeof x->as);
        break;
    }
}

void tlb_iqe_line_complete(iqe_line *x)
{
    if (tlb_iqe_commands[x->word].kind != IQE_POSE)
        return;
    float *v = x->as.pose.values;
    uint32_t count = x->as.pose.count, scale = tlb_iqe_commands[x->word].most - 3;
    for (uint32_t i = count; i < TLB_IQE_POSE; i++)
        v[i] = i >= scale && i < scale + 3;
    if (x->word == TLB_IQE_PQ && count < 7) { /* "If Qw is unspecified, it is generated such that it is a
                                               * negative value." */
        double rest = 1 - ((double)v[3] * v[3] + (double)v[4] * v[4] + (double)v[5] * v[5]);
        v[6] = rest > 0 ? (float)-sqrt(rest) : 0;
    }
}

/* --- lists ------------------------------------------------------------------------------------------- */

static tlb_any_array list_of(const tlb_iqe *iqe, uint32_t word)
{
    return tlb_any_array_at((const char *)iqe + tlb_iqe_commands[word].list);
}

static void find_items(const tlb_iqe *iqe, iqe_line *line)
{
    iqe_kind kind = tlb_iqe_commands[line->word].kind;
    if (kind == IQE_INDICES)
        line->items = line->as.span.count ? iqe->indices.data + line->as.span.first : iqe->indices.data;
    else if (kind == IQE_WEIGHTS)
        line->items = line->as.span.count ? iqe->weights.data + line->as.span.first : iqe->weights.data;
}

bool tlb_iqe_next(iqe_cursor *c, iqe_line *line)
{
    const tlb_iqe *iqe = c->iqe;
    if (c->command == iqe->command_count)
        return false;
    uint32_t word = iqe->words[c->command++];
    line->word = word;
    line->items = NULL;
    const iqe_command *command = &tlb_iqe_commands[word];
    if (command->list) {
        tlb_any_array from = list_of(iqe, word);
        memcpy(&line->as, tlb_any_array_data(from) + c->next[word]++ * command->size, command->size);
        find_items(iqe, line);
    }
    return true;
}

static tlb_status refuse(tlb_context *context, const char *word, const char *why)
{
    tlb_report(context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, "commands", "%s: %s", word, why);
    return TLB_INVALID;
}

static bool spans_fit(const tlb_iqe *iqe, uint32_t word)
{
    tlb_any_array from = list_of(iqe, word);
    const tlb_iqe_span *spans = (const void *)tlb_any_array_data(from);
    uint32_t most = tlb_iqe_commands[word].kind == IQE_WEIGHTS ? iqe->weights.count : iqe->indices.count;
    for (uint32_t i = 0; i < *from.count; i++)
        if (spans[i].count && !tlb_within(spans[i].first, spans[i].count, most))
            return false;
    return true;
}

tlb_status tlb_iqe_check_whole(tlb_context *context, const tlb_iqe *iqe)
{
    uint32_t counts[TLB_IQE_WORDS] = {0};
    for (uint32_t i = 0; i < iqe->command_count; i++) {
        if (iqe->words[i] >= TLB_IQE_WORDS)
            return refuse(context, "words", "unknown command");
        counts[iqe->words[i]]++;
    }
    if (counts[TLB_IQE_COMMENT] > 1 ||
        (counts[TLB_IQE_COMMENT] && iqe->words[iqe->command_count - 1] != TLB_IQE_COMMENT))
        return refuse(context, "comment", "a comment must be the last command");
    for (uint32_t word = 0; word < TLB_IQE_WORDS; word++) {
        if (tlb_iqe_commands[word].list && *list_of(iqe, word).count != counts[word])
            return refuse(context, tlb_iqe_commands[word].word,
                          "the lengths of its list and of its commands differ");
        iqe_kind kind = tlb_iqe_commands[word].kind;
        if ((kind == IQE_INDICES || kind == IQE_WEIGHTS) && !spans_fit(iqe, word))
            return refuse(context, tlb_iqe_commands[word].word, "a span exceeds its list");
    }
    return TLB_OK;
}

bool tlb_iqe_add(iqe_reader *r, const iqe_line *line, uint32_t spelling)
{
    tlb_iqe *iqe = r->iqe;
    const iqe_command *command = &tlb_iqe_commands[line->word];
    uint32_t n = iqe->command_count;
    if (!tlb_growth_reserve(&r->growth, &iqe->words, n, &r->of_words, 1, sizeof *iqe->words) ||
        !tlb_growth_reserve(&r->growth, &iqe->spellings, n, &r->of_spellings, 1, sizeof *iqe->spellings))
        return false;
    if (command->list) {
        tlb_any_array to = list_of(iqe, line->word);
        if (!tlb_growth_reserve(&r->growth, to.pointer, *to.count, &r->of_lists[line->word], 1,
                                command->size))
            return false;
        char *out = tlb_any_array_data(to) + (*to.count)++ * command->size;
        switch (command->size) { /* those of which there are many, with a size that the compiler knows */
        case sizeof(tlb_vec4):
            memcpy(out, &line->as, sizeof(tlb_vec4));
            break;
        case sizeof(tlb_vec3):
            memcpy(out, &line->as, sizeof(tlb_vec3));
            break;
        case sizeof(tlb_iqe_span):
            memcpy(out, &line->as, sizeof(tlb_iqe_span));
            break;
        default:
            memcpy(out, &line->as, command->size);
            break;
        }
    }
    iqe->words[n] = (uint8_t)line->word;
    iqe->spellings[n] = spelling;
    iqe->command_count++;
    return true;
}

void tlb_iqe_finish(iqe_reader *r)
{
    r->iqe->indices.data = r->indices.data;
    r->iqe->indices.count = r->indices.count;
    r->iqe->weights.data = r->weights.data;
    r->iqe->weights.count = r->weights.count;
}

/* --- poses ------------------------------------------------------------------------------------------- */

/* x y z w; false: the identity, for what has no length. Lengths that are 1 but for the rounding of an IQM's
 * frames stay as they are: what comes from there is packed there the same again. */
static bool make_unit(double q[4])
{
    static const double rounding = 1e-4;
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    bool usable = length > 0 && isfinite(length);
    for (int i = 0; i < 4 && !(fabs(length - 1) <= rounding); i++)
        q[i] = usable ? q[i] / length : i == 3;
    return usable;
}

/* The rotation of three rows, whose columns are of unit length. */
static void from_matrix(const double m[3][3], double q[4])
{
    double trace = m[0][0] + m[1][1] + m[2][2];
    if (trace > 0) {
        double r = sqrt(1 + trace);
        q[0] = (m[2][1] - m[1][2]) / (2 * r);
        q[1] = (m[0][2] - m[2][0]) / (2 * r);
        q[2] = (m[1][0] - m[0][1]) / (2 * r);
        q[3] = r / 2;
        return;
    }
    int i = m[1][1] > m[0][0], j, k;
    i = m[2][2] > m[i][i] ? 2 : i;
    j = (i + 1) % 3;
    k = (i + 2) % 3;
    double r = sqrt(fmax(0, 1 + m[i][i] - m[j][j] - m[k][k]));
    q[i] = r / 2;
    q[j] = r > 0 ? (m[i][j] + m[j][i]) / (2 * r) : 0;
    q[k] = r > 0 ? (m[i][k] + m[k][i]) / (2 * r) : 0;
    q[3] = r > 0 ? (m[k][j] - m[j][k]) / (2 * r) : 0;
}

/* Columns may have a length: "The rotation matrix may include scaling directly." */
static bool split_matrix(const float values[9], double q[4], double scale[3])
{
    double m[3][3];
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = values[i];
    double determinant = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    for (int k = 0; k < 3; k++) {
        double length = sqrt(m[0][k] * m[0][k] + m[1][k] * m[1][k] + m[2][k] * m[2][k]);
        scale[k] = determinant < 0 ? -length : length;
        for (int i = 0; i < 3; i++)
            m[i][k] = length > 0 ? m[i][k] / scale[k] : i == k;
    }
    from_matrix((const double(*)[3])m, q);
    return make_unit(q);
}

/* Around x, then y, then z. */
static void from_angles(const float angles[3], double q[4])
{
    double s[3], c[3];
    for (int i = 0; i < 3; i++) {
        s[i] = sin((double)angles[i] / 2);
        c[i] = cos((double)angles[i] / 2);
    }
    q[0] = s[0] * c[1] * c[2] - c[0] * s[1] * s[2];
    q[1] = c[0] * s[1] * c[2] + s[0] * c[1] * s[2];
    q[2] = c[0] * c[1] * s[2] - s[0] * s[1] * c[2];
    q[3] = c[0] * c[1] * c[2] + s[0] * s[1] * s[2];
}

bool tlb_iqe_channels(tlb_iqe_word word, const tlb_iqe_pose *pose, float channels[10])
{
    if (!pose || !channels || (word != TLB_IQE_PQ && word != TLB_IQE_PM && word != TLB_IQE_PA))
        return false;
    const float *v = pose->values;
    double q[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    const float *more = v + tlb_iqe_commands[word].most - 3;
    bool usable = true;
    if (word == TLB_IQE_PQ) {
        for (int i = 0; i < 4; i++)
            q[i] = v[3 + i];
        usable = make_unit(q);
    } else if (word == TLB_IQE_PM)
        usable = split_matrix(v + 3, q, scale);
    else
        from_angles(v + 3, q);
    for (int i = 0; i < 3; i++) {
        channels[i] = v[i];
        channels[7 + i] = (float)(scale[i] * more[i]);
    }
    for (int i = 0; i < 4; i++)
        channels[3 + i] = (float)q[i];
    return usable;
}
