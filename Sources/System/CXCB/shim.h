#ifndef REPLAY_CXCB_SHIM_H
#define REPLAY_CXCB_SHIM_H

#include <sys/eventfd.h> // not in Swift's Glibc module

#include <xcb/xcb.h>
#include <xcb/composite.h>
#include <xcb/damage.h>
#include <xcb/randr.h>
#include <xcb/shm.h>
#include <xcb/xfixes.h>
#include <xcb/xinput.h>

// The extension identifiers have an incomplete type, so Swift does not import them as globals.
static inline xcb_extension_t *cxcb_composite_extension(void) { return &xcb_composite_id; }
static inline xcb_extension_t *cxcb_damage_extension(void) { return &xcb_damage_id; }
static inline xcb_extension_t *cxcb_randr_extension(void) { return &xcb_randr_id; }
static inline xcb_extension_t *cxcb_shm_extension(void) { return &xcb_shm_id; }
static inline xcb_extension_t *cxcb_xfixes_extension(void) { return &xcb_xfixes_id; }
static inline xcb_extension_t *cxcb_xinput_extension(void) { return &xcb_input_id; }

#endif
