#ifndef REPLAY_CPIXELS_PIXELS_H
#define REPLAY_CPIXELS_PIXELS_H

#include <stdint.h>

// Conversion of X's 32-bit pixels (bytes B, G, R, X) to NV12 in BT.709, limited range.
//
// ITU-R BT.709-6, section 3, with E' in 0...1 and 8-bit quantisation (items 3.2, 3.3, 3.4):
//     E'Y  = 0.2126 E'R + 0.7152 E'G + 0.0722 E'B       Y  = 219 E'Y  +  16
//     E'CB = (E'B - E'Y) / 1.8556                       Cb = 224 E'CB + 128
//     E'CR = (E'R - E'Y) / 1.5748                       Cr = 224 E'CR + 128
//
// The coefficients are in 15-bit fixed point. A chroma sample is the mean of 2 x 2 pixels, rounded once, and lies in
// the middle of the four ("center" siting).

/// The planes of an NV12 frame, with strides in bytes. `chroma` holds Cb, Cr pairs and has half as many rows.
typedef struct {
    uint8_t *luma;
    int64_t luma_stride;
    uint8_t *chroma;
    int64_t chroma_stride;
} pixels_nv12;

/// A rectangle in pixels, with exclusive ends. All four numbers are even.
typedef struct {
    int32_t x0, y0, x1, y1;
} pixels_rect;

/// Converts the pixels of `rect` with the fastest method of this processor. `stride` is in bytes.
void pixels_convert(const uint8_t *bgrx, int64_t stride, pixels_nv12 out, pixels_rect rect);

/// Does the same in plain C. This is the reference: all methods give identical bytes.
void pixels_convert_plain(const uint8_t *bgrx, int64_t stride, pixels_nv12 out, pixels_rect rect);

#endif
