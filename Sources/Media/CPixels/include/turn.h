#ifndef REPLAY_CPIXELS_TURN_H
#define REPLAY_CPIXELS_TURN_H

#include <stdint.h>

/// Turns a frame of 32 bit pixels clockwise, `quarters` (1, 2 or 3) times by 90 degrees.
///
/// `stride` of the frame is in bytes; the rows of `out` have no gap, and after an odd number of turns it is
/// `height` wide and `width` high.
void pixels_turn(
    const uint8_t *in, int64_t stride, int32_t width, int32_t height, int32_t quarters, uint32_t *out);

#endif
