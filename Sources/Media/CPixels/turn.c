#include "turn.h"

#include <string.h>

static uint32_t pixel(const uint8_t *row, int32_t x) {
    uint32_t value;
    memcpy(&value, row + (int64_t)x * 4, sizeof value);
    return value;
}

void pixels_turn(
    const uint8_t *in, int64_t stride, int32_t width, int32_t height, int32_t quarters, uint32_t *out) {
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *row = in + y * stride;
        for (int32_t x = 0; x < width; x++) {
            int64_t place = quarters == 1   ? (int64_t)x * height + (height - 1 - y)
                            : quarters == 2 ? (int64_t)(height - 1 - y) * width + (width - 1 - x)
                                            : (int64_t)(width - 1 - x) * height + y;
            out[place] = pixel(row, x);
        }
    }
}
