#include "fit.h"

#include <string.h>

// All lengths are integers. In units of 1 / (frame width * place width) of the whole, a column of the frame is place-width
// long and a column of the place is frame-width long, so both sides have the same total length. Rows are counted likewise.

static inline int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }

// Sums columns first..<last of the frame's rows that row `y` of the place covers, each row weighted by its coverage.
static void sum_rows(const pixels_fitted *p, int64_t y, int64_t first, int64_t last, uint32_t *sums) {
    const int64_t place_height = p->place.y1 - p->place.y0;
    int64_t top = y * p->height;
    const int64_t bottom = top + p->height;
    memset(sums + 4 * first, 0, (size_t)(last - first) * 4 * sizeof *sums);
    for (int64_t row = top / place_height; top < bottom; row++) {
        const int64_t end = min64(bottom, (row + 1) * place_height);
        const uint32_t weight = (uint32_t)(end - top);
        const uint8_t *pixels = p->pixels + row * p->stride;
        for (int64_t i = 4 * first; i < 4 * last; i++) sums[i] += weight * pixels[i];
        top = end;
    }
}

// Writes columns x0..<x1 of the place from the sums of rows. `reciprocal` is 2^64 / area, rounded up.
static void sum_columns(const pixels_fitted *p, const uint32_t *sums, int64_t x0, int64_t x1, uint32_t *out) {
    const int64_t place_width = p->place.x1 - p->place.x0;
    const uint64_t area = (uint64_t)p->width * (uint64_t)p->height, reciprocal = UINT64_MAX / area + 1;
    int64_t left = x0 * p->width, column = left / place_width;
    for (int64_t x = x0; x < x1; x++) {
        const int64_t right = left + p->width;
        uint64_t b = area / 2, g = area / 2, r = area / 2;
        while (left < right) {
            const int64_t border = (column + 1) * place_width, end = min64(right, border);
            const uint64_t weight = (uint64_t)(end - left);
            b += weight * sums[4 * column];
            g += weight * sums[4 * column + 1];
            r += weight * sums[4 * column + 2];
            if (end == border) column++;
            left = end;
        }
#define MEAN(sum) (uint32_t)(((unsigned __int128)(sum) * reciprocal) >> 64)
        *out++ = MEAN(b) | MEAN(g) << 8 | MEAN(r) << 16;
#undef MEAN
    }
}

void pixels_fit(pixels_fitted image, uint32_t *out, int64_t out_stride, pixels_rect rect, uint32_t *sums) {
    const pixels_rect place = image.place;
    const int64_t width = place.x1 - place.x0;
    const int64_t x0 = (rect.x0 > place.x0 ? rect.x0 : place.x0) - place.x0;
    const int64_t x1 = min64(rect.x1, place.x1) - place.x0;
    for (int64_t y = rect.y0; y < rect.y1; y++, out += out_stride) {
        memset(out + rect.x0, 0, (size_t)(rect.x1 - rect.x0) * sizeof *out);
        if (y < place.y0 || y >= place.y1 || x0 >= x1) continue;
        const int64_t first = x0 * image.width / width, last = (x1 * image.width + width - 1) / width;
        sum_rows(&image, y - place.y0, first, last, sums);
        sum_columns(&image, sums, x0, x1, out + place.x0 + x0);
    }
}
