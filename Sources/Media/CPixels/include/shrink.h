#ifndef REPLAY_CPIXELS_SHRINK_H
#define REPLAY_CPIXELS_SHRINK_H

#include "pixels.h"

/// The size of a frame. Both numbers are even and in 2...16384.
typedef struct {
    int32_t width, height;
} pixels_size;

/// Scales an NV12 frame down. Each sample is the mean of the area that it covers, rounded once.
///
/// No side of `small` may be longer than that of `image`. `sums` has space for one number per column of the frame, and
/// eight more. Whole-number factors up to 16 are fast, and a factor of 3 is the fastest.
void pixels_shrink(pixels_nv12 image, pixels_size size, pixels_nv12 small, pixels_size small_size, uint32_t *sums);

/// Does the same for any two sizes in plain C. This is the reference: all methods give identical bytes.
void pixels_shrink_plain(pixels_nv12 image, pixels_size size, pixels_nv12 small, pixels_size small_size,
                         uint32_t *sums);

#endif
