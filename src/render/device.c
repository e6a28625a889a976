#include "render/model.h"
#include "render/overdraw.h"

/* Larger pictures are drawn in pieces: samples take eight times the memory of pixels. */
enum { LARGEST_CANVAS = 1024 };

tlb_device *tlb_device_create(tlb_account *account, tlb_status *failure)
{
    tlb_device *device = tlb_allocate(account, sizeof *device, failure);
    if (device)
        *device = (tlb_device){.account = account};
    return device;
}

void tlb_device_free(tlb_device *device)
{
    if (!device)
        return;
    tlb_gl_close(&device->gl);
    tlb_release(device->account, device, sizeof *device);
}

static void make_objects(tlb_device *device)
{
    tlb_samplers_make(device->samplers);
    glGenBuffers(1, &device->frame);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, device->frame);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
}

tlb_status tlb_device_begin(tlb_device *device, tlb_context *context)
{
    tlb_status status = tlb_gl_enter(context, &device->gl);
    if (status)
        return status;
    device->context = context;
    if (!device->frame)
        make_objects(device);
    return TLB_OK;
}

void tlb_device_end(tlb_device *device, tlb_status status)
{
    tlb_gl_leave(&device->gl);
    if (status != TLB_UNSUPPORTED && status != TLB_NO_MEMORY)
        return;
    tlb_gl_close(&device->gl);
    *device = (tlb_device){.account = device->account};
}

/* A part of the picture: its corner, in pixels from the top left, and its size. */
typedef struct tile {
    uint32_t x, y, width, height;
} tile;

/* The lamp is above, behind the camera's left shoulder. */
static void fill_frame(tlb_frame_block *frame, const tlb_camera *camera)
{
    static const double across = -0.42, up = 0.56, back = 0.714; /* together of length 1 */
    for (int i = 0; i < 3; i++) {
        frame->camera[i] = (float)camera->position[i];
        frame->lamp[i] = (float)(camera->right[i] * across + camera->up[i] * up + camera->back[i] * back);
    }
    frame->camera[3] = frame->lamp[3] = 0;
}

static tlb_status draw_tile(tlb_model *model, const tlb_camera *camera, const tlb_picture *picture, tile t)
{
    double width = picture->width, height = picture->height;
    double low[2] = {2 * t.x / width - 1, 1 - 2 * (t.y + t.height) / height};
    double high[2] = {2 * (t.x + t.width) / width - 1, 1 - 2 * t.y / height};
    tlb_frame_block frame;
    tlb_camera_matrix(camera, low, high, frame.clip);
    fill_frame(&frame, camera);
    glBindBuffer(GL_UNIFORM_BUFFER, model->device->frame);
    glBufferData(GL_UNIFORM_BUFFER, sizeof frame, &frame, GL_STREAM_DRAW);
    glViewport(0, 0, (GLsizei)t.width * TLB_CANVAS_SCALE, (GLsizei)t.height * TLB_CANVAS_SCALE);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    return tlb_model_draw(model, picture->wireframe);
}

/* Turns the tile's pixels the right way up and puts the backdrop behind them. */
static void finish_tile(const tlb_picture *picture, tile t, const uint8_t *pixels, tlb_image *image)
{
    for (uint32_t row = 0; row < t.height; row++) {
        uint32_t y = t.y + row;
        uint8_t behind[4];
        tlb_backdrop_color(&picture->backdrop, y, picture->height, behind);
        tlb_backdrop_behind(behind, pixels + (size_t)(t.height - 1 - row) * t.width * 4, t.width,
                            image->pixels + ((size_t)y * image->width + t.x) * 4);
    }
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static tlb_status render_tiles(tlb_model *model, const tlb_camera *camera, const tlb_picture *picture,
                               tlb_arena *arena, tlb_image *image)
{
    tlb_context *context = model->device->context;
    tlb_canvas *canvas = &model->device->canvas;
    uint8_t *pixels = tlb_alloc_array(arena, canvas->height, (size_t)canvas->width * 4);
    if (!pixels)
        return tlb_report_memory(context, arena);
    for (uint32_t y = 0; y < picture->height; y += canvas->height)
        for (uint32_t x = 0; x < picture->width; x += canvas->width) {
            tile t = {x, y, least(canvas->width, picture->width - x),
                      least(canvas->height, picture->height - y)};
            tlb_status status = tlb_canvas_open(canvas, context, canvas->width, canvas->height);
            if (!status)
                status = draw_tile(model, camera, picture, t);
            if (status)
                return status;
            tlb_canvas_read(canvas, t.width, t.height, pixels);
            finish_tile(picture, t, pixels, image);
        }
    return tlb_gl_status(context);
}

tlb_status tlb_render(tlb_model *model, const tlb_camera *camera, const tlb_picture *picture,
                      tlb_arena *arena, tlb_image *image)
{
    tlb_device *device = model->device;
    tlb_status status = tlb_overdraw_limit(device->context, model->stage, camera, picture);
    *image = (tlb_image){.format = TLB_PIXELS_RGBA, .width = picture->width, .height = picture->height};
    if (status)
        return status;
    image->pixels = tlb_alloc_array(arena, picture->height, (size_t)picture->width * 4);
    if (!image->pixels)
        return tlb_report_memory(device->context, arena);
    tlb_draws_sort(&model->draws, camera->position, camera->back);
    status = tlb_canvas_open(&device->canvas, device->context, least(picture->width, LARGEST_CANVAS),
                             least(picture->height, LARGEST_CANVAS));
    tlb_mark mark = tlb_arena_mark(arena);
    if (!status)
        status = render_tiles(model, camera, picture, arena, image);
    tlb_arena_rewind(arena, mark);
    return status;
}
