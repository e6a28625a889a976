/* PNG through libpng. It is left in the middle when something is wrong: what must survive that lives in a
 * job. */
#include "image/image.h"

#include <png.h>
#include <string.h>

#include "base/attempt.h"

typedef struct png_job {
    tlb_attempt *attempt;
    tlb_account *account;
    tlb_arena *arena;
    tlb_bytes left;  /* READ: what libpng has not taken yet */
    tlb_buffer *out; /* WRITE */
    tlb_image *image;
    const tlb_image *source;
    bool fast;
    bool is_gray; /* of 16 bits, the machine's */
    png_structp png;
    png_infop info;
    png_color colors[256];
    png_byte alphas[256];
    tlb_status status;
    char reason[80];
} png_job;

/* --- libpng's surroundings --------------------------------------------------------------------------- */

/* libpng does not say how much it gives back: the size is stored in front. */
typedef union block {
    size_t size;
    max_align_t alignment;
} block;

static png_voidp allocate(png_structp png, png_alloc_size_t size)
{
    png_job *job = png_get_mem_ptr(png);
    if (size > SIZE_MAX - sizeof(block)) {
        job->status = TLB_LIMIT;
        return NULL;
    }
    block *taken = tlb_allocate(job->account, sizeof(block) + size, &job->status);
    if (!taken)
        return NULL;
    taken->size = sizeof(block) + size;
    return taken + 1;
}

static void release(png_structp png, png_voidp memory)
{
    png_job *job = png_get_mem_ptr(png);
    if (memory)
        tlb_release(job->account, (block *)memory - 1, ((block *)memory - 1)->size);
}

static PNG_NORETURN void fail(png_structp png, png_const_charp reason)
{
    png_job *job = png_get_error_ptr(png);
    if (!job->status)
        job->status = TLB_INVALID;
    strncat(job->reason, reason, sizeof job->reason - 1);
    tlb_attempt_give_up(job->attempt);
}

static void ignore(png_structp png, png_const_charp warning)
{
    (void)png;
    (void)warning;
}

static _Noreturn void stop(png_job *job, tlb_status status)
{
    job->status = status;
    png_error(job->png, "");
}

/* Memory in the arena; without it the job ends here. */
static void *take(png_job *job, size_t count, size_t size)
{
    void *memory = tlb_alloc_array(job->arena, count, size);
    if (!memory)
        stop(job, job->arena->failure);
    return memory;
}

enum { ENCODING = 16 }; /* a byte takes as long as so many that are decoded */

static void work(png_job *job, uint64_t bytes)
{
    tlb_status stopped = tlb_work(job->account, tlb_work_of(bytes));
    if (stopped)
        stop(job, stopped);
}

/* --- reading ----------------------------------------------------------------------------------------- */

static void read_bytes(png_structp png, png_bytep to, size_t size)
{
    png_job *job = png_get_io_ptr(png);
    if (size > job->left.size)
        png_error(png, "the file is truncated");
    memcpy(to, job->left.data, size);
    job->left.data += size;
    job->left.size -= size;
}

/* The file has the higher byte first. */
static void swap_samples(png_structp png)
{
    const union {
        uint16_t number;
        uint8_t first;
    } order = {1};
    if (order.first)
        png_set_swap(png);
}

static void choose_gray(png_structp png)
{
    enum { SILENTLY = 1, USUAL = -1 };
    png_set_expand_16(png);
    png_set_rgb_to_gray_fixed(png, SILENTLY, USUAL, USUAL);
    png_set_strip_alpha(png);
    swap_samples(png);
}

/* Samples of 8 bits, and either indexes or R, G, B, A. */
static void choose_form(png_job *job)
{
    png_structp png = job->png;
    if (job->is_gray) {
        choose_gray(png);
        return;
    }
    if (png_get_color_type(png, job->info) == PNG_COLOR_TYPE_PALETTE) {
        png_set_packing(png);
        job->image->format = TLB_PIXELS_INDEXED;
        return;
    }
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
    job->image->format = TLB_PIXELS_RGBA;
}

static void read_palette(png_job *job)
{
    png_colorp colors = NULL;
    png_bytep alphas = NULL;
    int count = 0, alpha_count = 0;
    png_get_PLTE(job->png, job->info, &colors, &count);
    png_get_tRNS(job->png, job->info, &alphas, &alpha_count, NULL);
    uint8_t(*palette)[4] = take(job, 256, sizeof *palette);
    for (int i = 0; i < 256; i++) {
        uint8_t *entry = palette[i];
        entry[0] = i < count ? colors[i].red : 0;
        entry[1] = i < count ? colors[i].green : 0;
        entry[2] = i < count ? colors[i].blue : 0;
        entry[3] = i < alpha_count ? alphas[i] : 0xff;
    }
    job->image->palette = (const uint8_t(*)[4])palette;
}

/* The passes of an interlaced file fill in the same rows. */
static void read_rows(png_job *job)
{
    tlb_image *image = job->image;
    int passes = png_set_interlace_handling(job->png);
    png_read_update_info(job->png, job->info);
    size_t row = png_get_rowbytes(job->png, job->info);
    image->pixels = take(job, image->height, row);
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < image->height; y++) {
            work(job, row);
            png_read_row(job->png, image->pixels + y * row, NULL);
        }
}

static void read_all(tlb_attempt *attempt, void *user)
{
    png_job *job = user;
    job->attempt = attempt;
    png_set_read_fn(job->png, job, read_bytes);
    /* What stands besides the pixels is neither needed nor worth the memory it may unfold to. */
    static const png_byte passed_over[] = "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0"
                                          "sCAL\0sPLT\0sRGB\0tEXt\0tIME\0zTXt";
    png_set_keep_unknown_chunks(job->png, PNG_HANDLE_CHUNK_NEVER, passed_over, sizeof passed_over / 5);
    png_read_info(job->png, job->info);
    choose_form(job);
    if (job->image->format == TLB_PIXELS_INDEXED)
        read_palette(job);
    read_rows(job);
}

static void forget(tlb_image *image)
{
    image->format = TLB_PIXELS_NONE;
    image->pixels = NULL;
    image->palette = NULL;
}

static tlb_status decode(tlb_context *context, tlb_arena *arena, tlb_bytes file, bool is_gray,
                         tlb_image *image)
{
    png_job job = {
        .account = arena->account, .arena = arena, .left = file, .image = image, .is_gray = is_gray};
    job.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &job, fail, ignore, &job, allocate, release);
    job.info = job.png ? png_create_info_struct(job.png) : NULL;
    bool done = job.info && tlb_attempt_run(read_all, &job);
    png_destroy_read_struct(&job.png, &job.info, NULL);
    if (done && !job.status)
        return TLB_OK;
    forget(image);
    if (job.status == TLB_INVALID)
        return tlb_image_bad(context, image, job.status, job.reason);
    tlb_arena_fail(arena, job.status);
    return tlb_report_failure(context, job.status);
}

tlb_status tlb_png_decode(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image)
{
    tlb_status status = tlb_png_decode_plain(arena, file, image);
    if (status == TLB_UNSUPPORTED || status == TLB_INVALID)
        return decode(context, arena, file, false, image);
    tlb_arena_fail(arena, status);
    return tlb_report_failure(context, status);
}

tlb_status tlb_png_decode_gray(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image,
                               uint16_t **samples)
{
    tlb_status status = decode(context, arena, file, true, image);
    *samples = status ? NULL : (uint16_t *)(void *)image->pixels;
    image->pixels = NULL;
    return status;
}

/* --- writing ----------------------------------------------------------------------------------------- */

static void write_bytes(png_structp png, png_bytep from, size_t size)
{
    png_job *job = png_get_io_ptr(png);
    tlb_buffer_append(job->out, from, size);
    if (job->out->status)
        stop(job, job->out->status);
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

/* The palette up to the last color used. */
static void write_palette(png_job *job)
{
    const tlb_image *image = job->source;
    uint8_t last = 0;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        last = image->pixels[i] > last ? image->pixels[i] : last;
    int alpha_count = 0;
    for (int i = 0; i <= last; i++) {
        const uint8_t *entry = image->palette[i];
        job->colors[i] = (png_color){entry[0], entry[1], entry[2]};
        job->alphas[i] = entry[3];
        alpha_count = entry[3] < 0xff ? i + 1 : alpha_count;
    }
    png_set_PLTE(job->png, job->info, job->colors, last + 1);
    if (alpha_count)
        png_set_tRNS(job->png, job->info, job->alphas, alpha_count, NULL);
}

static bool has_alpha(const tlb_image *image)
{
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        if (image->pixels[4 * i + 3] < 0xff)
            return true;
    return false;
}

static void write_gray(png_job *job)
{
    const tlb_image *image = job->source;
    png_set_IHDR(job->png, job->info, image->width, image->height, 16, PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(job->png, job->info);
    swap_samples(job->png);
    size_t row = image->width * sizeof(uint16_t);
    for (uint32_t y = 0; y < image->height; y++) {
        work(job, row * ENCODING);
        png_write_row(job->png, image->pixels + y * row);
    }
    png_write_end(job->png, NULL);
}

static void write_all(tlb_attempt *attempt, void *user)
{
    png_job *job = user;
    job->attempt = attempt;
    const tlb_image *image = job->source;
    png_set_write_fn(job->png, job, write_bytes, flush_nothing);
    if (job->is_gray) {
        write_gray(job);
        return;
    }
    bool indexed = image->format == TLB_PIXELS_INDEXED;
    bool opaque = !indexed && !has_alpha(image);
    int type = indexed ? PNG_COLOR_TYPE_PALETTE : opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
    png_set_IHDR(job->png, job->info, image->width, image->height, 8, type, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (job->fast) {
        png_set_compression_level(job->png, 1);
        png_set_filter(job->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    }
    /* The textures of old games, against level 6: 2.5 times as fast for 3 % more bytes. */
    if (indexed && !job->fast)
        png_set_compression_level(job->png, 4);
    if (indexed)
        write_palette(job);
    png_write_info(job->png, job->info);
    if (opaque)
        png_set_filler(job->png, 0, PNG_FILLER_AFTER);
    size_t row = (size_t)image->width * (indexed ? 1 : 4);
    for (uint32_t y = 0; y < image->height; y++) {
        work(job, row * ENCODING);
        png_write_row(job->png, image->pixels + y * row);
    }
    png_write_end(job->png, NULL);
}

static tlb_status run_encoder(png_job job)
{
    tlb_buffer *out = job.out;
    job.png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &job, fail, ignore, &job, allocate, release);
    job.info = job.png ? png_create_info_struct(job.png) : NULL;
    if (!job.info || !tlb_attempt_run(write_all, &job))
        out->status = out->status ? out->status : job.status;
    png_destroy_write_struct(&job.png, &job.info);
    return out->status;
}

static tlb_status encode(const tlb_image *image, bool fast, tlb_buffer *out)
{
    bool has_pixels = image->pixels && image->width && image->height && image->format != TLB_PIXELS_NONE;
    if (!has_pixels || (image->format == TLB_PIXELS_INDEXED && !image->palette))
        return TLB_INVALID;
    return run_encoder((png_job){.account = out->account, .out = out, .source = image, .fast = fast});
}

tlb_status tlb_png_encode(const tlb_image *image, tlb_buffer *out)
{
    return encode(image, false, out);
}

tlb_status tlb_png_encode_fast(const tlb_image *image, tlb_buffer *out)
{
    return encode(image, true, out);
}

tlb_status tlb_png_encode_gray(const uint16_t *samples, uint32_t width, uint32_t height, tlb_buffer *out)
{
    const tlb_image image = {.width = width, .height = height, .pixels = (uint8_t *)(uintptr_t)samples};
    return run_encoder((png_job){.account = out->account, .out = out, .source = &image, .is_gray = true});
}
