/* A library for LD_PRELOAD of xdg-desktop-portal-wlr 0.7.0. That portal fails ("unable to receive a valid format") if
 * the compositor offers no DMA-BUF format, as sway does with WLR_RENDERER=pixman. This library reports such a format,
 * and the portal then sends shared memory to clients that request it. Later versions do not need it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct wl_proxy;
typedef int add_listener(struct wl_proxy *, void (**)(void), void *);
typedef void frame_handler(void *data, struct wl_proxy *frame, uint32_t format, uint32_t width, uint32_t height,
                           uint32_t stride);
typedef void format_handler(void *data, struct wl_proxy *frame, uint32_t format, uint32_t width, uint32_t height);

extern const char *wl_proxy_get_class(struct wl_proxy *proxy);

/* The events of zwlr_screencopy_frame_v1, by their numbers. */
enum { BUFFER = 0, LINUX_DMABUF = 5, EVENTS = 7 };
static const uint32_t XR24 = 0x34325258; /* DRM_FORMAT_XRGB8888 */

/* All frames have the same listener. */
static void (*const *theirs)(void);
static void (*ours[EVENTS])(void);

static void on_buffer(void *data, struct wl_proxy *frame, uint32_t format, uint32_t width, uint32_t height,
                      uint32_t stride) {
    if (theirs[LINUX_DMABUF]) ((format_handler *)theirs[LINUX_DMABUF])(data, frame, XR24, width, height);
    ((frame_handler *)theirs[BUFFER])(data, frame, format, width, height, stride);
}

int wl_proxy_add_listener(struct wl_proxy *proxy, void (**listener)(void), void *data) {
    add_listener *next = (add_listener *)dlsym(RTLD_NEXT, "wl_proxy_add_listener");
    if (strcmp(wl_proxy_get_class(proxy), "zwlr_screencopy_frame_v1") != 0) return next(proxy, listener, data);
    theirs = listener;
    memcpy(ours, listener, sizeof ours);
    ours[BUFFER] = (void (*)(void))on_buffer;
    return next(proxy, ours, data);
}
