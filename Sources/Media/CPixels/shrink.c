#include "shrink.h"

#include <string.h>

// A plane of samples with one or two channels, and its scaled copy. Strides are in bytes.
typedef struct {
    const uint8_t *from;
    int64_t from_stride, width, height;
    uint8_t *to;
    int64_t to_stride, to_width, to_height;
    int channels;
} plane;

static plane luma_plane(pixels_nv12 image, pixels_size size, pixels_nv12 small, pixels_size small_size) {
    return (plane){image.luma, image.luma_stride, size.width, size.height,
                   small.luma, small.luma_stride, small_size.width, small_size.height, 1};
}

static plane chroma_plane(pixels_nv12 image, pixels_size size, pixels_nv12 small, pixels_size small_size) {
    return (plane){image.chroma, image.chroma_stride, size.width / 2, size.height / 2,
                   small.chroma, small.chroma_stride, small_size.width / 2, small_size.height / 2, 2};
}

static inline int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }

// Any proportion. All lengths are integers: the length of a source row is the number of target rows, and the length of
// a target row is the number of source rows. So both planes have the same total height. Columns are counted likewise.

static void sum_rows(const plane *p, int64_t y, uint32_t *sums) {
    const int64_t count = p->width * p->channels;
    int64_t top = y * p->height;
    const int64_t bottom = top + p->height;
    memset(sums, 0, (size_t)count * sizeof *sums);
    for (int64_t row = top / p->to_height; top < bottom; row++) {
        const int64_t end = min64(bottom, (row + 1) * p->to_height);
        const uint32_t weight = (uint32_t)(end - top);
        const uint8_t *samples = p->from + row * p->from_stride;
        for (int64_t i = 0; i < count; i++) sums[i] += weight * samples[i];
        top = end;
    }
}

static void sum_columns(const plane *p, const uint32_t *sums, int channel, uint8_t *out) {
    const uint64_t area = (uint64_t)p->width * (uint64_t)p->height, reciprocal = UINT64_MAX / area + 1;
    int64_t left = 0, column = 0;
    for (int64_t x = 0; x < p->to_width; x++) {
        const int64_t right = left + p->width;
        uint64_t sum = area / 2;
        while (left < right) {
            const int64_t border = (column + 1) * p->to_width, end = min64(right, border);
            sum += (uint64_t)(end - left) * sums[column * p->channels + channel];
            if (end == border) column++;
            left = end;
        }
        out[x * p->channels + channel] =
            area == 1 ? (uint8_t)sum : (uint8_t)(((unsigned __int128)sum * reciprocal) >> 64);
    }
}

static void shrink_plain(const plane *p, uint32_t *sums) {
    for (int64_t y = 0; y < p->to_height; y++) {
        sum_rows(p, y, sums);
        for (int channel = 0; channel < p->channels; channel++)
            sum_columns(p, sums, channel, p->to + y * p->to_stride);
    }
}

void pixels_shrink_plain(pixels_nv12 image, pixels_size size, pixels_nv12 small, pixels_size small_size,
                         uint32_t *sums) {
    const plane luma = luma_plane(image, size, small, small_size);
    const plane chroma = chroma_plane(image, size, small, small_size);
    shrink_plain(&luma, sums);
    shrink_plain(&chroma, sums);
}

// Whole-number factors: `factor` rows and columns become one sample. 16 bits hold 255 * 16 * 16.

enum { LARGEST_FACTOR = 16 };

static void add_rows(const plane *p, int64_t y, int64_t factor, uint16_t *restrict sums) {
    const int64_t count = p->width * p->channels;
    const uint8_t *restrict first = p->from + y * factor * p->from_stride;
    for (int64_t i = 0; i < count; i++) sums[i] = first[i];
    for (int64_t row = 1; row < factor; row++) {
        const uint8_t *restrict samples = first + row * p->from_stride;
        for (int64_t i = 0; i < count; i++) sums[i] = (uint16_t)(sums[i] + samples[i]);
    }
}

static void add_columns(const plane *p, int64_t factor, const uint16_t *restrict sums, uint8_t *restrict out) {
    const uint32_t area = (uint32_t)(factor * factor), reciprocal = UINT32_MAX / area + 1;
    for (int64_t x = 0; x < p->to_width; x++, sums += factor * p->channels)
        for (int channel = 0; channel < p->channels; channel++) {
            uint32_t sum = area / 2;
            for (int64_t i = 0; i < factor; i++) sum += sums[i * p->channels + channel];
            *out++ = (uint8_t)(((uint64_t)sum * reciprocal) >> 32);
        }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 static inline __attribute__((target("avx2")))

// A byte shuffle that selects samples number a, b, c, d, e, f, g, h of eight; -1 gives 0.
#define SAMPLE(i) (char)((i) < 0 ? -1 : 2 * (i)), (char)((i) < 0 ? -1 : 2 * (i) + 1)
#define ORDER(a, b, c, d, e, f, g, h) \
    _mm_setr_epi8(SAMPLE(a), SAMPLE(b), SAMPLE(c), SAMPLE(d), SAMPLE(e), SAMPLE(f), SAMPLE(g), SAMPLE(h))

// Returns the sums of three columns, beginning at each of eight columns.
AVX2 __m128i triples(const uint16_t *sums, int channels) {
    const __m128i a = _mm_loadu_si128((const __m128i *)sums);
    const __m128i b = _mm_loadu_si128((const __m128i *)(sums + channels));
    const __m128i c = _mm_loadu_si128((const __m128i *)(sums + 2 * channels));
    return _mm_add_epi16(_mm_add_epi16(a, b), c);
}

// Writes eight means of 3 x 3 samples from 24 columns. (x + 4) * 7282 >> 16 equals (x + 4) / 9 for all sums of nine bytes.
AVX2 void ninths(const uint16_t *sums, int channels, const __m128i order[3], uint8_t *out) {
    __m128i sum = _mm_shuffle_epi8(triples(sums, channels), order[0]);
    sum = _mm_or_si128(sum, _mm_shuffle_epi8(triples(sums + 8, channels), order[1]));
    sum = _mm_or_si128(sum, _mm_shuffle_epi8(triples(sums + 16, channels), order[2]));
    sum = _mm_mulhi_epu16(_mm_add_epi16(sum, _mm_set1_epi16(4)), _mm_set1_epi16(7282));
    _mm_storel_epi64((__m128i *)out, _mm_packus_epi16(sum, sum));
}

__attribute__((target("avx2")))
static void shrink_three(const plane *p, uint16_t *sums) {
    const __m128i single[3] = {ORDER(0, 3, 6, -1, -1, -1, -1, -1), ORDER(-1, -1, -1, 1, 4, 7, -1, -1),
                               ORDER(-1, -1, -1, -1, -1, -1, 2, 5)};
    const __m128i pairs[3] = {ORDER(0, 1, 6, 7, -1, -1, -1, -1), ORDER(-1, -1, -1, -1, 4, 5, -1, -1),
                              ORDER(-1, -1, -1, -1, -1, -1, 2, 3)};
    const __m128i *order = p->channels == 1 ? single : pairs;
    for (int64_t y = 0; y < p->to_height; y++) {
        add_rows(p, y, 3, sums);
        uint8_t *out = p->to + y * p->to_stride;
        for (int64_t i = 0; i < p->to_width * p->channels; i += 8) ninths(sums + 3 * i, p->channels, order, out + i);
    }
}

static int is_quick(const plane *p, int64_t factor) {
    return factor == 3 && p->to_width * p->channels % 8 == 0 && __builtin_cpu_supports("avx2");
}
#else
static int is_quick(const plane *p, int64_t factor) { return 0; }
static void shrink_three(const plane *p, uint16_t *sums) {}
#endif

static void copy(const plane *p) {
    for (int64_t y = 0; y < p->height; y++)
        memcpy(p->to + y * p->to_stride, p->from + y * p->from_stride, (size_t)(p->width * p->channels));
}

static void shrink(const plane *p, uint32_t *sums) {
    const int64_t factor = p->width / p->to_width;
    uint16_t *const short_sums = (uint16_t *)sums;
    if (p->width != factor * p->to_width || p->height != factor * p->to_height || factor > LARGEST_FACTOR)
        return shrink_plain(p, sums);
    if (factor == 1) return copy(p);
    if (is_quick(p, factor)) return shrink_three(p, short_sums);
    for (int64_t y = 0; y < p->to_height; y++) {
        add_rows(p, y, factor, short_sums);
        add_columns(p, factor, short_sums, p->to + y * p->to_stride);
    }
}

void pixels_shrink(pixels_nv12 image, pixels_size size, pixels_nv12 small, pixels_size small_size, uint32_t *sums) {
    const plane luma = luma_plane(image, size, small, small_size);
    const plane chroma = chroma_plane(image, size, small, small_size);
    shrink(&luma, sums);
    shrink(&chroma, sums);
}
