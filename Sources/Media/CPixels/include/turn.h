#ifndef REPLAY_CPIXELS_TURN_H
#define REPLAY_CPIXELS_TURN_H

#include <stdint.h>

/// Rotates a frame of 32-bit pixels clockwise by 90 degrees, `quarters` (1, 2 or 3) times.
///
/// `stride` is that of the input, in bytes. The rows of `out` have no gaps. After an odd number of quarters, `out` is
/// `height` wide and `width` high.
/// `height` wide and `width` high.
void pixels_turn(
    const uint8_t *in, int64_t stride, int32_t width, int32_t height, int32_t quarters, uint32_t *out);

#endif
