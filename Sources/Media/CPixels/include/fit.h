#ifndef REPLAY_CPIXELS_FIT_H
#define REPLAY_CPIXELS_FIT_H

#include "pixels.h"

/// A frame of 32-bit pixels (bytes B, G, R, X) and its place in a canvas.
typedef struct {
    const uint8_t *pixels;
    int64_t stride;        // from one row to the next, in bytes
    int32_t width, height; // in 2...16384
    pixels_rect place;     // not empty; the image is scaled to fill it
} pixels_fitted;

/// Draws the pixels of `rect`, a part of the canvas: the frame in its place, and black around it.
///
/// Each pixel is the mean of the area of the frame that it covers, rounded once. `out` holds only the rows of `rect`.
/// Each row is `out_stride` pixels long and as wide as the canvas. `sums` has space for four numbers per column of the frame.
void pixels_fit(pixels_fitted image, uint32_t *out, int64_t out_stride, pixels_rect rect, uint32_t *sums);

#endif
