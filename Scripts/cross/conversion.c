// Checks that the processor's own conversion of pixels equals the plain one, to the bit, and prints the seed.
// Scripts/test-conversion builds it with pixels.c. The cases are those of ConversionTests, and rectangles of any width
// and position.
#include "pixels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 202, HEIGHT = 10, PLANES = WIDTH * HEIGHT * 3 / 2 };

static uint64_t state;
static uint32_t next(void) {
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)(z >> 33);
}

static pixels_nv12 planes(uint8_t *memory) {
    return (pixels_nv12){memory, WIDTH, memory + WIDTH * HEIGHT, WIDTH};
}

int main(int count, char **arguments) {
    static uint8_t image[WIDTH * HEIGHT * 4], fast[PLANES], plain[PLANES];
    state = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
    printf("seed %llu\n", (unsigned long long)state);
    for (int round = 0; round < 20000; round++) {
        for (size_t i = 0; i < sizeof image; i++) image[i] = round % 3 ? (uint8_t)next() : next() % 2 ? 255 : 0;
        memset(fast, 7, sizeof fast), memset(plain, 7, sizeof plain);
        const int x0 = (int)(next() % (WIDTH / 2)) * 2, y0 = (int)(next() % (HEIGHT / 2)) * 2;
        const int x1 = x0 + 2 + (int)(next() % (uint32_t)((WIDTH - x0) / 2)) * 2;
        const pixels_rect rect = {x0, y0, x1, y0 + 2 + (int)(next() % (uint32_t)((HEIGHT - y0) / 2)) * 2};
        pixels_convert(image, WIDTH * 4, planes(fast), rect);
        pixels_convert_plain(image, WIDTH * 4, planes(plain), rect);
        if (memcmp(fast, plain, sizeof fast) != 0) {
            printf("round %d: columns %d..<%d differ\n", round, x0, x1);
            return 1;
        }
    }
    puts("20000 conversions agree");
    return 0;
}
