#define _GNU_SOURCE
#include "wayland_surface.h"

#include "interfaces.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { BUFFERS = 3 };

struct buffer {
    struct wl_buffer *proxy;
    uint32_t *pixels;
    bool is_busy;
};

struct wayland_surface {
    struct wl_display *display;
    struct wl_compositor *compositor;
    struct wl_shm *shm;
    struct wl_output *output;
    struct wl_proxy *wm_base, *layer_shell; // one of them, depending on the kind of surface
    struct wl_surface *surface;
    struct wl_proxy *role, *toplevel;
    struct wl_callback *frame;
    bool is_pixel, is_configured, is_closed;
    int width, height;
    int screen_width, screen_height;
    struct buffer buffers[BUFFERS];
    size_t buffer_size;
    uint32_t *memory;
    struct buffer *drawn;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000) + time.tv_nsec / 1000000;
}

// Handles events that have arrived; waits for some until `deadline`. Returns false after the deadline, or if the
// compositor is gone.
static bool dispatch(wayland_surface *s, int64_t deadline) {
    while (wl_display_prepare_read(s->display) != 0)
        if (wl_display_dispatch_pending(s->display) < 0) return false;
    wl_display_flush(s->display);
    struct pollfd polled = {wl_display_get_fd(s->display), POLLIN, 0};
    const int64_t left = deadline - now();
    int count;
    do count = poll(&polled, 1, left > 0 ? (int)left : 0);
    while (count < 0 && errno == EINTR);
    if (count <= 0) {
        wl_display_cancel_read(s->display);
        return false;
    }
    return wl_display_read_events(s->display) == 0 && wl_display_dispatch_pending(s->display) >= 0;
}

static void on_done(void *data, struct wl_callback *callback, uint32_t value) {
    (void)value;
    wl_callback_destroy(callback);
    *(struct wl_callback **)data = NULL;
}
static const struct wl_callback_listener done_listener = {on_done};

// Waits until the compositor has processed all requests so far.
static bool roundtrip(wayland_surface *s, int64_t deadline) {
    struct wl_callback *callback = wl_display_sync(s->display);
    wl_callback_add_listener(callback, &done_listener, &callback);
    while (callback)
        if (!dispatch(s, deadline)) {
            if (callback) wl_callback_destroy(callback);
            return false;
        }
    return true;
}

static void on_geometry(void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height, int32_t subpixel,
                        const char *make, const char *model, int32_t transform) {
    (void)data, (void)output, (void)x, (void)y, (void)width, (void)height, (void)subpixel, (void)make, (void)model, (void)transform;
}
static void on_mode(void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height, int32_t refresh) {
    (void)output, (void)refresh;
    wayland_surface *s = data;
    if (flags & WL_OUTPUT_MODE_CURRENT) s->screen_width = width, s->screen_height = height;
}
static const struct wl_output_listener output_listener = {.geometry = on_geometry, .mode = on_mode};

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    (void)version;
    wayland_surface *s = data;
    if (strcmp(interface, "wl_compositor") == 0)
        s->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    else if (strcmp(interface, "wl_shm") == 0)
        s->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    else if (strcmp(interface, "wl_output") == 0 && !s->output) {
        s->output = wl_registry_bind(registry, name, &wl_output_interface, 1);
        wl_output_add_listener(s->output, &output_listener, s);
    } else if (strcmp(interface, "xdg_wm_base") == 0 && !s->is_pixel)
        s->wm_base = wl_registry_bind(registry, name, &wm_base_interface, 1);
    else if (strcmp(interface, "zwlr_layer_shell_v1") == 0 && s->is_pixel)
        s->layer_shell = wl_registry_bind(registry, name, &layer_shell_interface, 1);
}
static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data, (void)registry, (void)name;
}
static const struct wl_registry_listener registry_listener = {on_global, on_global_remove};

static void on_ping(void *data, struct wl_proxy *proxy, uint32_t serial) {
    (void)data;
    wl_proxy_marshal(proxy, WM_BASE_PONG, serial);
}
static void on_xdg_configure(void *data, struct wl_proxy *proxy, uint32_t serial) {
    ((wayland_surface *)data)->is_configured = true;
    wl_proxy_marshal(proxy, XDG_SURFACE_ACK_CONFIGURE, serial);
}
static void on_toplevel_configure(void *data, struct wl_proxy *proxy, int32_t width, int32_t height, struct wl_array *states) {
    (void)proxy, (void)states;
    wayland_surface *s = data;
    // The size is fixed once the buffers exist.
    if (!s->memory && width > 0 && height > 0) s->width = width, s->height = height;
}
static void on_layer_configure(void *data, struct wl_proxy *proxy, uint32_t serial, uint32_t width, uint32_t height) {
    (void)width, (void)height;
    ((wayland_surface *)data)->is_configured = true;
    wl_proxy_marshal(proxy, LAYER_SURFACE_ACK_CONFIGURE, serial);
}
static void on_close(void *data, struct wl_proxy *proxy) {
    (void)proxy;
    ((wayland_surface *)data)->is_closed = true;
}

typedef void (*handler)(void);
static const handler wm_base_listener[] = {(handler)on_ping};
static const handler xdg_surface_listener[] = {(handler)on_xdg_configure};
static const handler toplevel_listener[] = {(handler)on_toplevel_configure, (handler)on_close};
static const handler layer_listener[] = {(handler)on_layer_configure, (handler)on_close};

static void listen_to(struct wl_proxy *proxy, const handler *listener, void *data) {
    wl_proxy_add_listener(proxy, (void (**)(void))(uintptr_t)listener, data);
}

static void on_release(void *data, struct wl_buffer *proxy) {
    (void)proxy;
    ((struct buffer *)data)->is_busy = false;
}
static const struct wl_buffer_listener buffer_listener = {on_release};

static bool make_buffers(wayland_surface *s) {
    s->buffer_size = (size_t)s->width * (size_t)s->height * 4;
    const int file = memfd_create("replay-surface", MFD_CLOEXEC);
    if (file < 0) return false;
    const size_t size = s->buffer_size * BUFFERS;
    void *memory = ftruncate(file, (off_t)size) == 0 ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (memory == MAP_FAILED) return close(file), false;
    s->memory = memory;
    struct wl_shm_pool *pool = wl_shm_create_pool(s->shm, file, (int32_t)size);
    for (int i = 0; i < BUFFERS; i++) {
        struct buffer *buffer = &s->buffers[i];
        buffer->pixels = s->memory + s->buffer_size / 4 * (size_t)i;
        buffer->proxy = wl_shm_pool_create_buffer(pool, (int32_t)(s->buffer_size * (size_t)i), s->width, s->height, s->width * 4,
                                                  s->is_pixel ? WL_SHM_FORMAT_ARGB8888 : WL_SHM_FORMAT_XRGB8888);
        wl_buffer_add_listener(buffer->proxy, &buffer_listener, buffer);
    }
    wl_shm_pool_destroy(pool);
    close(file);
    return true;
}

static bool is_role_there(const wayland_surface *s) {
    return s->compositor && s->shm && (s->is_pixel ? s->layer_shell : s->wm_base);
}

static wayland_surface *connect_to(const char *display, bool is_pixel, int64_t deadline) {
    wayland_surface *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->is_pixel = is_pixel;
    s->display = wl_display_connect(display);
    if (!s->display) return free(s), NULL;
    struct wl_registry *registry = wl_display_get_registry(s->display);
    wl_registry_add_listener(registry, &registry_listener, s);
    // The second round trip is for the events of the bound objects themselves.
    const bool is_answered = roundtrip(s, deadline) && roundtrip(s, deadline);
    wl_registry_destroy(registry);
    if (is_answered && is_role_there(s)) {
        s->surface = wl_compositor_create_surface(s->compositor);
        return s;
    }
    wayland_close(s);
    return NULL;
}

// Commits the surface for the first time and waits until the compositor has configured it.
static wayland_surface *configured(wayland_surface *s, int64_t deadline) {
    wl_surface_commit(s->surface);
    while (!s->is_configured && dispatch(s, deadline)) {}
    // Some compositors report the size of a screen only after a window is on it.
    if (s->width == 0) s->width = s->screen_width, s->height = s->screen_height;
    if (s->is_configured && s->width > 0 && make_buffers(s)) return s;
    wayland_close(s);
    return NULL;
}

wayland_surface *wayland_open_pixel(int limit) {
    const int64_t deadline = now() + limit;
    wayland_surface *s = connect_to(NULL, true, deadline);
    if (!s) return NULL;
    s->width = s->height = 1;
    s->role = wl_proxy_marshal_constructor(s->layer_shell, LAYER_SHELL_GET_SURFACE, &layer_surface_interface, NULL, s->surface,
                                           NULL, LAYER_OVERLAY, "replay");
    listen_to(s->role, layer_listener, s);
    wl_proxy_marshal(s->role, LAYER_SURFACE_SET_SIZE, 1, 1);
    wl_proxy_marshal(s->role, LAYER_SURFACE_SET_ANCHOR, ANCHOR_TOP_LEFT);
    struct wl_region *nothing = wl_compositor_create_region(s->compositor);
    wl_surface_set_input_region(s->surface, nothing);
    wl_region_destroy(nothing);
    return configured(s, deadline);
}

wayland_surface *wayland_open_window(const char *display, const char *app_id, const char *title, bool is_fullscreen,
                                     int width, int height, int limit) {
    const int64_t deadline = now() + limit;
    wayland_surface *s = connect_to(display, false, deadline);
    if (!s) return NULL;
    s->width = width, s->height = height;
    listen_to(s->wm_base, wm_base_listener, s);
    s->role = wl_proxy_marshal_constructor(s->wm_base, WM_BASE_GET_XDG_SURFACE, &xdg_surface_interface, NULL, s->surface);
    listen_to(s->role, xdg_surface_listener, s);
    s->toplevel = wl_proxy_marshal_constructor(s->role, XDG_SURFACE_GET_TOPLEVEL, &toplevel_interface, NULL);
    listen_to(s->toplevel, toplevel_listener, s);
    wl_proxy_marshal(s->toplevel, TOPLEVEL_SET_TITLE, title);
    wl_proxy_marshal(s->toplevel, TOPLEVEL_SET_APP_ID, app_id);
    if (is_fullscreen) wl_proxy_marshal(s->toplevel, TOPLEVEL_SET_FULLSCREEN, NULL);
    return configured(s, deadline);
}

void wayland_close(wayland_surface *s) {
    if (!s) return;
    if (s->toplevel) wl_proxy_marshal(s->toplevel, TOPLEVEL_DESTROY), wl_proxy_destroy(s->toplevel);
    if (s->role) wl_proxy_marshal(s->role, s->is_pixel ? LAYER_SURFACE_DESTROY : XDG_SURFACE_DESTROY), wl_proxy_destroy(s->role);
    if (s->surface) wl_surface_destroy(s->surface);
    wl_display_flush(s->display);
    // The remaining proxies are freed with the connection.
    for (int i = 0; i < BUFFERS; i++)
        if (s->buffers[i].proxy) wl_buffer_destroy(s->buffers[i].proxy);
    if (s->frame) wl_callback_destroy(s->frame);
    if (s->wm_base) wl_proxy_destroy(s->wm_base);
    if (s->layer_shell) wl_proxy_destroy(s->layer_shell);
    if (s->output) wl_output_destroy(s->output);
    if (s->shm) wl_shm_destroy(s->shm);
    if (s->compositor) wl_compositor_destroy(s->compositor);
    wl_display_disconnect(s->display);
    if (s->memory) munmap(s->memory, s->buffer_size * BUFFERS);
    free(s);
}

int wayland_width(const wayland_surface *s) { return s->width; }
int wayland_height(const wayland_surface *s) { return s->height; }

uint32_t *wayland_pixels(wayland_surface *s, int limit) {
    const int64_t deadline = now() + limit;
    while (!s->is_closed) {
        for (int i = 0; i < BUFFERS; i++)
            if (!s->buffers[i].is_busy) return (s->drawn = &s->buffers[i])->pixels;
        if (!dispatch(s, deadline)) return NULL;
    }
    return NULL;
}

bool wayland_show(wayland_surface *s, int limit) {
    if (!s->drawn) return false;
    s->drawn->is_busy = true;
    wl_surface_attach(s->surface, s->drawn->proxy, 0, 0);
    wl_surface_damage(s->surface, 0, 0, s->width, s->height);
    if (!s->frame) {
        s->frame = wl_surface_frame(s->surface);
        wl_callback_add_listener(s->frame, &done_listener, &s->frame);
    }
    wl_surface_commit(s->surface);
    s->drawn = NULL;
    return roundtrip(s, now() + limit);
}

bool wayland_await_frame(wayland_surface *s, int limit) {
    const int64_t deadline = now() + limit;
    while (s->frame && !s->is_closed)
        if (!dispatch(s, deadline)) return false;
    return !s->is_closed;
}
