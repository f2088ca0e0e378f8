#ifndef REPLAY_CPIXELS_SHRINK_H
#define REPLAY_CPIXELS_SHRINK_H

#include "pixels.h"

/// The size of a frame; both are even, 2 to 16384.
typedef struct {
    int32_t width, height;
} pixels_size;

/// Scales an NV12 frame down: each sample is the mean of the area that it covers, rounded once.
///
/// No side of `small` is longer than that of `image`. `sums` has room for one number a column of the frame, and
/// eight more. Three to one is quick, and so is any whole number.
void pixels_shrink(pixels_nv12 image, pixels_size size, pixels_nv12 small, pixels_size small_size, uint32_t *sums);

/// The same for sizes of any proportion, in plain C: the reference, equal to the bit.
void pixels_shrink_plain(pixels_nv12 image, pixels_size size, pixels_nv12 small, pixels_size small_size,
                         uint32_t *sums);

#endif
