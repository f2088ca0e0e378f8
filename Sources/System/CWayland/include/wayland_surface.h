#ifndef REPLAY_CWAYLAND_SURFACE_H
#define REPLAY_CWAYLAND_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

// A surface of a Wayland compositor's that is drawn by the processor, through wl_shm. libwayland's requests are variadic, which
// Swift does not call. Every wait has a limit; used from one thread at a time.

typedef struct wayland_surface wayland_surface;

/// A surface above all windows, of one pixel that is transparent and takes no input: it makes the compositor paint. By
/// zwlr_layer_shell_v1, which wlroots' compositors have. NULL where the compositor has none or does not answer within `limit`
/// milliseconds.
wayland_surface *wayland_open_pixel(int limit);

/// A window of a program, over the whole of a screen or of the given size in pixels; 0: as the compositor wants it.
/// NULL where `display` (NULL: $WAYLAND_DISPLAY) is not there or does not answer within `limit` milliseconds.
wayland_surface *wayland_open_window(const char *display, const char *app_id, const char *title, bool is_fullscreen,
                                     int width, int height, int limit);

void wayland_close(wayland_surface *surface);

/// In pixels.
int wayland_width(const wayland_surface *surface);
int wayland_height(const wayland_surface *surface);

/// The pixels to draw next, 0xAARRGGBB in rows without a gap; what was shown last is not in them. Waits for a buffer that the
/// compositor does not read; NULL where there is none within `limit` milliseconds, or the compositor has gone.
uint32_t *wayland_pixels(wayland_surface *surface, int limit);

/// Shows the pixels, and returns when the compositor has taken them. False where it has gone, or does not answer.
bool wayland_show(wayland_surface *surface, int limit);

/// Waits until it is time to draw again, as the compositor says it. False as above.
bool wayland_await_frame(wayland_surface *surface, int limit);

#endif
