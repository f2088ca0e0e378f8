#ifndef REPLAY_CWAYLAND_SURFACE_H
#define REPLAY_CWAYLAND_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

// A surface of a Wayland compositor that is drawn by the CPU through wl_shm. This is C because libwayland's requests
// are variadic, and Swift cannot call them. Every wait has a time limit. Use a surface from one thread at a time.

typedef struct wayland_surface wayland_surface;

/// Opens a surface above all windows: one transparent pixel that takes no input. Drawing it makes the compositor paint.
/// It uses zwlr_layer_shell_v1, which wlroots' compositors support. Returns NULL if the compositor does not support it
/// or does not answer within `limit` milliseconds.
wayland_surface *wayland_open_pixel(int limit);

/// Opens a program's window over a whole screen, or with the given size in pixels (0: the compositor's choice). Returns
/// NULL if `display` (NULL: $WAYLAND_DISPLAY) does not exist or does not answer within `limit` milliseconds.
wayland_surface *wayland_open_window(const char *display, const char *app_id, const char *title, bool is_fullscreen,
                                     int width, int height, int limit);

void wayland_close(wayland_surface *surface);

/// Return the size in pixels.
int wayland_width(const wayland_surface *surface);
int wayland_height(const wayland_surface *surface);

/// Returns the pixels of the next frame: 0xAARRGGBB in rows without gaps, not initialised with the last frame. Waits
/// for a buffer that the compositor no longer reads. Returns NULL if there is none within `limit` milliseconds, or if
/// the compositor is gone.
uint32_t *wayland_pixels(wayland_surface *surface, int limit);

/// Shows the pixels, and returns true after the compositor has processed them. Returns false if it is gone or does not
/// answer within `limit` milliseconds.
bool wayland_show(wayland_surface *surface, int limit);

/// Waits until the compositor signals that it is time to draw again. Returns false as `wayland_show` does.
bool wayland_await_frame(wayland_surface *surface, int limit);

#endif
