#include "enlarge.h"

#include <math.h>

// Weights have 14 fractional bits, rows that are scaled horizontally have 6. The weights of a position have the sum 1, and
// those below 0 have a sum above -1/8, so neither 16 nor 32 bits overflow.
enum { weight_bits = 14, row_bits = 6, taps = 4 };

/// The weights of the four samples around a position, and the first of them.
typedef struct {
    int32_t first;
    int16_t weights[taps];
} position;

typedef struct {
    int16_t *rows[taps]; // the source's row r is in rows[r % 4]
    int32_t held[taps];  // the source rows that are there, or -1
    position *columns;
} scratch;

size_t pixels_enlarge_space(int32_t out_width) { return (size_t)out_width * (sizeof(position) + taps * sizeof(int16_t)); }

static scratch divided(void *space, int32_t out_width) {
    scratch parts = {.columns = space};
    int16_t *rows = (int16_t *)(parts.columns + out_width);
    for (int tap = 0; tap < taps; tap++) {
        parts.rows[tap] = rows + (ptrdiff_t)tap * out_width;
        parts.held[tap] = -1;
    }
    return parts;
}

static position at(double place) {
    double whole = floor(place), f = place - whole;
    const double one = 1 << weight_bits;
    position found = {.first = (int32_t)whole - 1};
    found.weights[0] = (int16_t)lround(one * (-0.5 * f + f * f - 0.5 * f * f * f));
    found.weights[2] = (int16_t)lround(one * (0.5 * f + 2 * f * f - 1.5 * f * f * f));
    found.weights[3] = (int16_t)lround(one * (-0.5 * f * f + 0.5 * f * f * f));
    found.weights[1] = (int16_t)((1 << weight_bits) - found.weights[0] - found.weights[2] - found.weights[3]);
    return found;
}

static int32_t clamped(int32_t value, int32_t count) { return value < 0 ? 0 : value >= count ? count - 1 : value; }

static void scale_row(const uint8_t *restrict samples, int32_t count, const position *restrict columns, int32_t width,
                      int16_t *restrict out) {
    for (int32_t x = 0; x < width; x++) {
        const position column = columns[x];
        const int32_t first = column.first;
        int32_t sum = 0;
        if (first >= 0 && first + taps <= count) {
            for (int tap = 0; tap < taps; tap++) sum += column.weights[tap] * samples[first + tap];
        } else {
            for (int tap = 0; tap < taps; tap++) sum += column.weights[tap] * samples[clamped(first + tap, count)];
        }
        out[x] = (int16_t)(sum >> (weight_bits - row_bits));
    }
}

static void blend_rows(int16_t *const rows[taps], const int16_t weights[taps], int32_t width, uint8_t *restrict out) {
    const int16_t *restrict a = rows[0], *restrict b = rows[1], *restrict c = rows[2], *restrict d = rows[3];
    const int32_t wa = weights[0], wb = weights[1], wc = weights[2], wd = weights[3];
    const int32_t half = 1 << (weight_bits + row_bits - 1);
    for (int32_t x = 0; x < width; x++) {
        int32_t value = (wa * a[x] + wb * b[x] + wc * c[x] + wd * d[x] + half) >> (weight_bits + row_bits);
        out[x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

void pixels_enlarge(pixels_plane source, pixels_window window, uint8_t *out, int64_t out_stride, int32_t out_width,
                    int32_t out_height, void *space) {
    scratch parts = divided(space, out_width);
    for (int32_t x = 0; x < out_width; x++) {
        parts.columns[x] = at(window.x + (x + 0.5) * window.width / out_width - 0.5);
    }
    for (int32_t y = 0; y < out_height; y++) {
        position row = at(window.y + (y + 0.5) * window.height / out_height - 0.5);
        int16_t *rows[taps];
        for (int tap = 0; tap < taps; tap++) {
            int32_t number = clamped(row.first + tap, source.height);
            int slot = number % taps;
            if (parts.held[slot] != number) {
                scale_row(source.samples + number * source.stride, source.width, parts.columns, out_width, parts.rows[slot]);
                parts.held[slot] = number;
            }
            rows[tap] = parts.rows[slot];
        }
        blend_rows(rows, row.weights, out_width, out + y * out_stride);
    }
}
