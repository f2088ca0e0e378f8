#ifndef REPLAY_CPIPEWIRE_SHIM_H
#define REPLAY_CPIPEWIRE_SHIM_H

#include <pipewire/pipewire.h>
#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>

// Wrappers of macros, which Swift does not import.
static inline void replay_core_listen(struct pw_core *core, struct spa_hook *hook,
                                      const struct pw_core_events *events, void *data) {
    pw_core_add_listener(core, hook, events, data);
}
static inline void replay_registry_listen(struct pw_registry *registry, struct spa_hook *hook,
                                          const struct pw_registry_events *events, void *data) {
    pw_registry_add_listener(registry, hook, events, data);
}
static inline struct pw_registry *replay_core_registry(struct pw_core *core) {
    return pw_core_get_registry(core, PW_VERSION_REGISTRY, 0);
}
static inline int replay_core_sync(struct pw_core *core) { return pw_core_sync(core, PW_ID_CORE, 0); }

// Parameters are built with variadic functions, in the memory of a builder.
static inline const struct spa_pod *replay_param_format(struct spa_pod_builder *builder, uint32_t max_rate) {
    return (const struct spa_pod *)spa_pod_builder_add_object(
        builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat,
        SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
        SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw),
        SPA_FORMAT_VIDEO_format, SPA_POD_CHOICE_ENUM_Id(3, SPA_VIDEO_FORMAT_BGRx, SPA_VIDEO_FORMAT_BGRx,
                                                        SPA_VIDEO_FORMAT_BGRA),
        SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&SPA_RECTANGLE(1920, 1080), &SPA_RECTANGLE(1, 1),
                                                              &SPA_RECTANGLE(16384, 16384)),
        // The rate is variable: a frame is sent when something has changed.
        SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&SPA_FRACTION(0, 1), &SPA_FRACTION(0, 1),
                                                                  &SPA_FRACTION(1000, 1)),
        SPA_FORMAT_VIDEO_maxFramerate, SPA_POD_CHOICE_RANGE_Fraction(&SPA_FRACTION(max_rate, 1), &SPA_FRACTION(0, 1),
                                                                     &SPA_FRACTION(max_rate, 1)));
}
static inline const struct spa_pod *replay_param_buffers(struct spa_pod_builder *builder, int32_t count) {
    return (const struct spa_pod *)spa_pod_builder_add_object(
        builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,
        SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(count, count, count),
        SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int((1 << SPA_DATA_MemFd) | (1 << SPA_DATA_MemPtr)));
}
static inline const struct spa_pod *replay_param_header(struct spa_pod_builder *builder) {
    return (const struct spa_pod *)spa_pod_builder_add_object(
        builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
        SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header)));
}
static inline const struct spa_pod *replay_param_damage(struct spa_pod_builder *builder, int32_t max_regions) {
    const int32_t size = (int32_t)sizeof(struct spa_meta_region);
    return (const struct spa_pod *)spa_pod_builder_add_object(
        builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_VideoDamage),
        SPA_PARAM_META_size, SPA_POD_CHOICE_RANGE_Int(size * max_regions, size, size * max_regions));
}
static inline const struct spa_pod *replay_param_cursor(struct spa_pod_builder *builder, int32_t max_side) {
    const int32_t head = (int32_t)(sizeof(struct spa_meta_cursor) + sizeof(struct spa_meta_bitmap));
    return (const struct spa_pod *)spa_pod_builder_add_object(
        builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Cursor),
        SPA_PARAM_META_size, SPA_POD_CHOICE_RANGE_Int(head + 64 * 64 * 4, head + 4, head + max_side * max_side * 4));
}

#endif
