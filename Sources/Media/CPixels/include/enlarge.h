#ifndef REPLAY_CPIXELS_ENLARGE_H
#define REPLAY_CPIXELS_ENLARGE_H

#include <stddef.h>
#include <stdint.h>

/// The samples of one component.
typedef struct {
    const uint8_t *samples;
    int64_t stride; // from one row to the next, in bytes
    int32_t width, height;
} pixels_plane;

/// A part of a plane, in samples; not empty. Its edges need not lie between samples.
typedef struct {
    double x, y, width, height;
} pixels_window;

/// Returns the size of the memory that `pixels_enlarge` needs, in bytes.
size_t pixels_enlarge_space(int32_t out_width);

/// Scales a window of a plane to `out_width` x `out_height` samples by cubic interpolation (Catmull-Rom), so that a window
/// that moves by fractions of a sample moves smoothly. The window should not be larger than the output.
void pixels_enlarge(pixels_plane source, pixels_window window, uint8_t *out, int64_t out_stride, int32_t out_width,
                    int32_t out_height, void *space);

#endif
