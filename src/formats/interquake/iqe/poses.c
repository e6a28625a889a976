/* The three commands of poses as translate, rotate, scale. */
#include "formats/interquake/iqe/lines.h"

#include <math.h>

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
    const float *v = pose->values;
    double q[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    const float *more = v + iqe_commands[word].most - 3;
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
