#include "pixels.h"

// Round(32768 * BT.709 coefficient * 219 or 224 / 255). Luma adds up to 28142 and chroma to 0, so that grey stays grey.
enum {
    Y_B = 2032, Y_G = 20127, Y_R = 5983,
    U_B = 14392, U_G = -11094, U_R = -3298,
    V_B = -1320, V_G = -13072, V_R = 14392,
    Y_BITS = 15, C_BITS = 17, // chroma: two more bits, for the sum of four pixels
    Y_BIAS = (16 << Y_BITS) + (1 << (Y_BITS - 1)),
    C_BIAS = (128 << C_BITS) + (1 << (C_BITS - 1)),
};

static inline uint8_t luma(const uint8_t *p) {
    return (uint8_t)((Y_B * p[0] + Y_G * p[1] + Y_R * p[2] + Y_BIAS) >> Y_BITS);
}

static inline void convert_quad(const uint8_t *top, const uint8_t *bottom, uint8_t *y0, uint8_t *y1,
                                uint8_t *uv) {
    y0[0] = luma(top), y0[1] = luma(top + 4);
    y1[0] = luma(bottom), y1[1] = luma(bottom + 4);
    int b = top[0] + top[4] + bottom[0] + bottom[4];
    int g = top[1] + top[5] + bottom[1] + bottom[5];
    int r = top[2] + top[6] + bottom[2] + bottom[6];
    uv[0] = (uint8_t)((U_B * b + U_G * g + U_R * r + C_BIAS) >> C_BITS);
    uv[1] = (uint8_t)((V_B * b + V_G * g + V_R * r + C_BIAS) >> C_BITS);
}

void pixels_convert_plain(const uint8_t *bgrx, int64_t stride, pixels_nv12 out, pixels_rect rect) {
    for (int64_t y = rect.y0; y < rect.y1; y += 2) {
        const uint8_t *top = bgrx + y * stride, *bottom = top + stride;
        uint8_t *y0 = out.luma + y * out.luma_stride, *y1 = y0 + out.luma_stride;
        uint8_t *uv = out.chroma + y / 2 * out.chroma_stride;
        for (int64_t x = rect.x0; x < rect.x1; x += 2)
            convert_quad(top + 4 * x, bottom + 4 * x, y0 + x, y1 + x, uv + x);
    }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 static inline __attribute__((target("avx2")))
#define PAIR(low, high) _mm256_set1_epi32((int32_t)(((uint32_t)(high) << 16) | ((uint32_t)(low) & 0xffff)))

// Eight pixels as 16-bit words: `br` holds B, R, B, R, ... and `gx` G, X, G, X, ...
typedef struct {
    __m256i br, gx;
} words;

AVX2 words load(const uint8_t *p) {
    __m256i v = _mm256_loadu_si256((const __m256i *)p);
    return (words){_mm256_and_si256(v, _mm256_set1_epi32(0x00ff00ff)), _mm256_srli_epi16(v, 8)};
}

AVX2 __m256i weigh(words w, __m256i br, __m256i gx, __m256i bias) {
    __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(w.br, br), _mm256_madd_epi16(w.gx, gx));
    return _mm256_add_epi32(sum, bias);
}

AVX2 __m256i luma8(words w) {
    __m256i sum = weigh(w, PAIR(Y_B, Y_R), PAIR(Y_G, 0), _mm256_set1_epi32(Y_BIAS));
    return _mm256_srli_epi32(sum, Y_BITS);
}

// The pack instructions work in each half of the register, so put the groups of four bytes back in order.
AVX2 void store(uint8_t *out, __m256i bytes) {
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    _mm256_storeu_si256((__m256i *)out, _mm256_permutevar8x32_epi32(bytes, order));
}

AVX2 void store_luma(uint8_t *out, const words w[4]) {
    __m256i low = _mm256_packus_epi32(luma8(w[0]), luma8(w[1]));
    __m256i high = _mm256_packus_epi32(luma8(w[2]), luma8(w[3]));
    store(out, _mm256_packus_epi16(low, high));
}

// Returns the sums of 2 x 2 pixels of 16 pixels in two rows. A sum is at most 1020, so no carry reaches the other word.
AVX2 words quads(const words *top, const words *bottom) {
    __m256i br0 = _mm256_add_epi16(top[0].br, bottom[0].br), br1 = _mm256_add_epi16(top[1].br, bottom[1].br);
    __m256i gx0 = _mm256_add_epi16(top[0].gx, bottom[0].gx), gx1 = _mm256_add_epi16(top[1].gx, bottom[1].gx);
    return (words){_mm256_hadd_epi32(br0, br1), _mm256_hadd_epi32(gx0, gx1)};
}

// Returns eight Cb, Cr pairs as 16-bit words.
AVX2 __m256i chroma8(words sums) {
    const __m256i bias = _mm256_set1_epi32(C_BIAS);
    __m256i u = _mm256_srli_epi32(weigh(sums, PAIR(U_B, U_R), PAIR(U_G, 0), bias), C_BITS);
    __m256i v = _mm256_srli_epi32(weigh(sums, PAIR(V_B, V_R), PAIR(V_G, 0), bias), C_BITS);
    return _mm256_or_si256(u, _mm256_slli_epi32(v, 16));
}

AVX2 void convert32(const uint8_t *top, const uint8_t *bottom, uint8_t *y0, uint8_t *y1, uint8_t *uv) {
    words a[4], b[4];
    for (int i = 0; i < 4; i++) a[i] = load(top + 32 * i), b[i] = load(bottom + 32 * i);
    store_luma(y0, a);
    store_luma(y1, b);
    store(uv, _mm256_packus_epi16(chroma8(quads(a, b)), chroma8(quads(a + 2, b + 2))));
}

// The last 32 columns may overlap the previous ones: writing a pixel twice is cheaper than converting single pixels.
__attribute__((target("avx2")))
static void convert_avx2(const uint8_t *bgrx, int64_t stride, pixels_nv12 out, pixels_rect rect) {
    for (int64_t y = rect.y0; y < rect.y1; y += 2) {
        const uint8_t *top = bgrx + y * stride, *bottom = top + stride;
        uint8_t *y0 = out.luma + y * out.luma_stride, *y1 = y0 + out.luma_stride;
        uint8_t *uv = out.chroma + y / 2 * out.chroma_stride;
        for (int64_t next = rect.x0; next < rect.x1; next += 32) {
            int64_t x = next + 32 <= rect.x1 ? next : rect.x1 - 32;
            convert32(top + 4 * x, bottom + 4 * x, y0 + x, y1 + x, uv + x);
        }
    }
}

void pixels_convert(const uint8_t *bgrx, int64_t stride, pixels_nv12 out, pixels_rect rect) {
    if (rect.x1 - rect.x0 >= 32 && __builtin_cpu_supports("avx2"))
        convert_avx2(bgrx, stride, out, rect);
    else
        pixels_convert_plain(bgrx, stride, out, rect);
}
#elif defined(__aarch64__)
#include <arm_neon.h>

// Returns the luma of eight pixels from their channels.
static inline uint8x8_t luma8(uint8x8_t b, uint8x8_t g, uint8x8_t r) {
    const uint16x8_t wide_b = vmovl_u8(b), wide_g = vmovl_u8(g), wide_r = vmovl_u8(r);
    uint32x4_t low = vdupq_n_u32(Y_BIAS), high = low;
    low = vmlal_n_u16(low, vget_low_u16(wide_b), Y_B), high = vmlal_high_n_u16(high, wide_b, Y_B);
    low = vmlal_n_u16(low, vget_low_u16(wide_g), Y_G), high = vmlal_high_n_u16(high, wide_g, Y_G);
    low = vmlal_n_u16(low, vget_low_u16(wide_r), Y_R), high = vmlal_high_n_u16(high, wide_r, Y_R);
    return vmovn_u16(vcombine_u16(vshrn_n_u32(low, Y_BITS), vshrn_n_u32(high, Y_BITS)));
}

static inline void store_luma(uint8_t *out, uint8x16x4_t p) {
    const uint8x8_t low = luma8(vget_low_u8(p.val[0]), vget_low_u8(p.val[1]), vget_low_u8(p.val[2]));
    const uint8x8_t high = luma8(vget_high_u8(p.val[0]), vget_high_u8(p.val[1]), vget_high_u8(p.val[2]));
    vst1q_u8(out, vcombine_u8(low, high));
}

// Returns the sums of a channel over 2 x 2 pixels, at most 1020 each.
static inline int16x8_t quads(uint8x16_t top, uint8x16_t bottom) {
    return vreinterpretq_s16_u16(vpadalq_u8(vpaddlq_u8(top), bottom));
}

static inline uint8x8_t chroma8(int16x8_t b, int16x8_t g, int16x8_t r, int16_t weight_b, int16_t weight_g, int16_t weight_r) {
    int32x4_t low = vdupq_n_s32(C_BIAS), high = low;
    low = vmlal_n_s16(low, vget_low_s16(b), weight_b), high = vmlal_high_n_s16(high, b, weight_b);
    low = vmlal_n_s16(low, vget_low_s16(g), weight_g), high = vmlal_high_n_s16(high, g, weight_g);
    low = vmlal_n_s16(low, vget_low_s16(r), weight_r), high = vmlal_high_n_s16(high, r, weight_r);
    const int16x8_t sums = vcombine_s16(vmovn_s32(vshrq_n_s32(low, C_BITS)), vmovn_s32(vshrq_n_s32(high, C_BITS)));
    return vmovn_u16(vreinterpretq_u16_s16(sums));
}

static inline void convert16(const uint8_t *top, const uint8_t *bottom, uint8_t *y0, uint8_t *y1, uint8_t *uv) {
    const uint8x16x4_t a = vld4q_u8(top), c = vld4q_u8(bottom);
    store_luma(y0, a);
    store_luma(y1, c);
    const int16x8_t b = quads(a.val[0], c.val[0]), g = quads(a.val[1], c.val[1]), r = quads(a.val[2], c.val[2]);
    vst2_u8(uv, ((uint8x8x2_t){{chroma8(b, g, r, U_B, U_G, U_R), chroma8(b, g, r, V_B, V_G, V_R)}}));
}

// The last 16 columns may overlap the previous ones.
static void convert_neon(const uint8_t *bgrx, int64_t stride, pixels_nv12 out, pixels_rect rect) {
    for (int64_t y = rect.y0; y < rect.y1; y += 2) {
        const uint8_t *top = bgrx + y * stride, *bottom = top + stride;
        uint8_t *y0 = out.luma + y * out.luma_stride, *y1 = y0 + out.luma_stride;
        uint8_t *uv = out.chroma + y / 2 * out.chroma_stride;
        for (int64_t next = rect.x0; next < rect.x1; next += 16) {
            int64_t x = next + 16 <= rect.x1 ? next : rect.x1 - 16;
            convert16(top + 4 * x, bottom + 4 * x, y0 + x, y1 + x, uv + x);
        }
    }
}

void pixels_convert(const uint8_t *bgrx, int64_t stride, pixels_nv12 out, pixels_rect rect) {
    if (rect.x1 - rect.x0 >= 16)
        convert_neon(bgrx, stride, out, rect);
    else
        pixels_convert_plain(bgrx, stride, out, rect);
}
#else
void pixels_convert(const uint8_t *bgrx, int64_t stride, pixels_nv12 out, pixels_rect rect) {
    pixels_convert_plain(bgrx, stride, out, rect);
}
#endif
