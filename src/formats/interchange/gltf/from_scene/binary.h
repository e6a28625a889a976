/* The binary part of a glTF file. First it is planned: views, accessors, and the pieces that they see, whose
 * sizes are known without looking at them. Then, once its place is known, it is filled in one go. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_FROM_SCENE_BINARY_H
#define TLB_FORMATS_INTERCHANGE_GLTF_FROM_SCENE_BINARY_H

#include "base/arena.h"

typedef enum tlb_gltf_component {
    GLTF_UBYTE = 5121,
    GLTF_USHORT = 5123,
    GLTF_UINT = 5125,
    GLTF_FLOAT = 5126
} tlb_gltf_component;
typedef enum tlb_gltf_shape { GLTF_SCALAR, GLTF_VEC2, GLTF_VEC3, GLTF_VEC4, GLTF_MAT4 } tlb_gltf_shape;
typedef enum tlb_gltf_target {
    GLTF_NO_TARGET = 0,
    GLTF_VERTICES = 34962,
    GLTF_INDICES = 34963
} tlb_gltf_target;

typedef struct tlb_gltf_out_view {
    uint64_t offset, size;
    tlb_gltf_target target;
} tlb_gltf_out_view;

typedef struct tlb_gltf_out_accessor {
    int32_t view; /* TLB_NONE: all zeros */
    uint64_t offset;
    tlb_gltf_component component;
    tlb_gltf_shape shape;
    uint32_t count;
    bool normalized;
    uint32_t bounds; /* how many components of low and high count */
    float low[3], high[3];
} tlb_gltf_out_accessor;

/* Bytes to be made of something in memory. */
typedef struct tlb_gltf_piece tlb_gltf_piece;
struct tlb_gltf_piece {
    /* Writes the piece; gives how many of its numbers were not finite and were replaced. NULL: the piece
     * before writes this one too. */
    uint64_t (*encode)(const tlb_gltf_piece *piece, uint8_t *out);
    const void *source;
    const float *weights; /* with joints: float[4] */
    size_t count;         /* of what is encoded: numbers, vectors, vertices … */
    uint32_t joint_limit;
    uint64_t offset, size; /* set by tlb_gltf_put */
};

typedef struct tlb_gltf_binary {
    tlb_arena *arena;
    bool failed; /* for want of memory */
    uint64_t size;
    TLB_LIST(tlb_gltf_out_view) views;
    TLB_LIST(tlb_gltf_out_accessor) accessors;
    TLB_LIST(tlb_gltf_piece) pieces;
} tlb_gltf_binary;

/* Memory for so many accessors more, each with a piece of its own. False without. */
bool tlb_gltf_expect_accessors(tlb_gltf_binary *binary, size_t count);
/* Starts the view that the following pieces belong to, and gives its index. */
uint32_t tlb_gltf_begin_view(tlb_gltf_binary *binary, tlb_gltf_target target);
/* Adds a piece to the newest view; gives its offset there. Pieces and views start at multiples of 4. */
uint64_t tlb_gltf_put(tlb_gltf_binary *binary, tlb_gltf_piece piece, uint64_t size);
/* Gives its index. */
uint32_t tlb_gltf_add_accessor(tlb_gltf_binary *binary, tlb_gltf_out_accessor accessor);
/* A piece and the accessor that sees all of it, in the newest view; view and offset of `accessor` are set. */
uint32_t tlb_gltf_put_accessor(tlb_gltf_binary *binary, tlb_gltf_piece piece, tlb_gltf_out_accessor accessor);

/* Writes binary->size bytes, and gives how many numbers were not finite. */
uint64_t tlb_gltf_fill(const tlb_gltf_binary *binary, uint8_t *out);

/* What count means and source points to: */
uint64_t tlb_gltf_encode_bytes(const tlb_gltf_piece *piece, uint8_t *out);   /* bytes */
uint64_t tlb_gltf_encode_floats(const tlb_gltf_piece *piece, uint8_t *out);  /* float */
uint64_t tlb_gltf_encode_normals(const tlb_gltf_piece *piece, uint8_t *out); /* float[3], made unit */
uint64_t tlb_gltf_encode_tangents(const tlb_gltf_piece *piece,
                                  uint8_t *out); /* float[4], made unit and sign */
uint64_t tlb_gltf_encode_rotations(const tlb_gltf_piece *piece, uint8_t *out); /* float[4], made unit */
uint64_t tlb_gltf_encode_packed_rotations(const tlb_gltf_piece *piece,
                                          uint8_t *out);                      /* see tlb_gltf_rotation */
uint64_t tlb_gltf_encode_matrices(const tlb_gltf_piece *piece, uint8_t *out); /* float[16], made affine */
uint64_t tlb_gltf_encode_index16(const tlb_gltf_piece *piece, uint8_t *out);  /* uint32_t */
uint64_t tlb_gltf_encode_index32(const tlb_gltf_piece *piece, uint8_t *out);  /* uint32_t */
uint64_t tlb_gltf_encode_colors8(const tlb_gltf_piece *piece, uint8_t *out);  /* uint16_t, as bytes */
uint64_t tlb_gltf_encode_colors16(const tlb_gltf_piece *piece, uint8_t *out); /* uint16_t */
/* The box of positions, as they are written. */
void tlb_gltf_find_bounds(const float (*positions)[3], uint32_t count, float low[3], float high[3]);
/* The unit quaternion; no rotation when it has no length. `packed`: what 16 bits leave of one stays as it is,
 * so that it is packed the same again. */
void tlb_gltf_rotation(const float q[4], bool packed, float out[4]);

/* skin.c: uint16_t[4], and after all of them their weights, which are the next piece. */
uint64_t tlb_gltf_encode_skin8(const tlb_gltf_piece *piece, uint8_t *out);
uint64_t tlb_gltf_encode_skin16(const tlb_gltf_piece *piece, uint8_t *out);
/* The same where one joint moves each vertex: weights as bytes, 255 for the first. */
bool tlb_gltf_is_rigid(const float (*weights)[4], uint32_t count);
uint64_t tlb_gltf_encode_rigid8(const tlb_gltf_piece *piece, uint8_t *out);
uint64_t tlb_gltf_encode_rigid16(const tlb_gltf_piece *piece, uint8_t *out);

#endif
