// The interfaces of xdg-shell and wlr-layer-shell, as far as they are used here. Requests and events must be listed in
// the order of the protocol, up to the last one used. The types of arguments are NULL where no object is created.
#ifndef REPLAY_CWAYLAND_INTERFACES_H
#define REPLAY_CWAYLAND_INTERFACES_H

#include <wayland-client.h>

enum { WM_BASE_GET_XDG_SURFACE = 2, WM_BASE_PONG = 3 };
enum { XDG_SURFACE_DESTROY = 0, XDG_SURFACE_GET_TOPLEVEL = 1, XDG_SURFACE_ACK_CONFIGURE = 4 };
enum { TOPLEVEL_DESTROY = 0, TOPLEVEL_SET_TITLE = 2, TOPLEVEL_SET_APP_ID = 3, TOPLEVEL_SET_FULLSCREEN = 11 };
enum { LAYER_SHELL_GET_SURFACE = 0 };
enum { LAYER_SURFACE_SET_SIZE = 0, LAYER_SURFACE_SET_ANCHOR = 1, LAYER_SURFACE_ACK_CONFIGURE = 6, LAYER_SURFACE_DESTROY = 7 };
enum { LAYER_OVERLAY = 3, ANCHOR_TOP_LEFT = 1 | 4 };

static const struct wl_interface *no_types[8];

static const struct wl_message toplevel_requests[] = {
    {"destroy", "", no_types},         {"set_parent", "?o", no_types},   {"set_title", "s", no_types},
    {"set_app_id", "s", no_types},     {"show_window_menu", "ouii", no_types}, {"move", "ou", no_types},
    {"resize", "ouu", no_types},       {"set_max_size", "ii", no_types}, {"set_min_size", "ii", no_types},
    {"set_maximized", "", no_types},   {"unset_maximized", "", no_types}, {"set_fullscreen", "?o", no_types},
};
static const struct wl_message toplevel_events[] = {{"configure", "iia", no_types}, {"close", "", no_types}};
static const struct wl_interface toplevel_interface = {"xdg_toplevel", 1, 12, toplevel_requests, 2, toplevel_events};

static const struct wl_interface *toplevel_types[] = {&toplevel_interface};
static const struct wl_message xdg_surface_requests[] = {
    {"destroy", "", no_types},
    {"get_toplevel", "n", toplevel_types},
    {"get_popup", "n?oo", no_types},
    {"set_window_geometry", "iiii", no_types},
    {"ack_configure", "u", no_types},
};
static const struct wl_message xdg_surface_events[] = {{"configure", "u", no_types}};
static const struct wl_interface xdg_surface_interface = {"xdg_surface", 1, 5, xdg_surface_requests, 1, xdg_surface_events};

static const struct wl_interface *xdg_surface_types[] = {&xdg_surface_interface, &wl_surface_interface};
static const struct wl_message wm_base_requests[] = {
    {"destroy", "", no_types},
    {"create_positioner", "n", no_types},
    {"get_xdg_surface", "no", xdg_surface_types},
    {"pong", "u", no_types},
};
static const struct wl_message wm_base_events[] = {{"ping", "u", no_types}};
static const struct wl_interface wm_base_interface = {"xdg_wm_base", 1, 4, wm_base_requests, 1, wm_base_events};

static const struct wl_message layer_surface_requests[] = {
    {"set_size", "uu", no_types},
    {"set_anchor", "u", no_types},
    {"set_exclusive_zone", "i", no_types},
    {"set_margin", "iiii", no_types},
    {"set_keyboard_interactivity", "u", no_types},
    {"get_popup", "o", no_types},
    {"ack_configure", "u", no_types},
    {"destroy", "", no_types},
};
static const struct wl_message layer_surface_events[] = {{"configure", "uuu", no_types}, {"closed", "", no_types}};
static const struct wl_interface layer_surface_interface = {
    "zwlr_layer_surface_v1", 1, 8, layer_surface_requests, 2, layer_surface_events};

static const struct wl_interface *layer_surface_types[] = {
    &layer_surface_interface, &wl_surface_interface, &wl_output_interface, NULL, NULL};
static const struct wl_message layer_shell_requests[] = {{"get_layer_surface", "no?ous", layer_surface_types}};
static const struct wl_interface layer_shell_interface = {"zwlr_layer_shell_v1", 1, 1, layer_shell_requests, 0, NULL};

#endif
