#include "preview_page.h"

// The compiler's own way to embed a file. Swift would have them as lists of numbers, a quarter of a million in all, which
// take minutes to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t api_js[] = {
#embed "../ReplayPreview/Page/api.js"
};
static const uint8_t app_js[] = {
#embed "../ReplayPreview/Page/app.js"
};
static const uint8_t area_js[] = {
#embed "../ReplayPreview/Page/area.js"
};
static const uint8_t audiotrack_js[] = {
#embed "../ReplayPreview/Page/audiotrack.js"
};
static const uint8_t bitrate_js[] = {
#embed "../ReplayPreview/Page/bitrate.js"
};
static const uint8_t broadcast_css[] = {
#embed "../ReplayPreview/Page/broadcast.css"
};
static const uint8_t broadcastchoice_js[] = {
#embed "../ReplayPreview/Page/broadcastchoice.js"
};
static const uint8_t broadcastpanel_js[] = {
#embed "../ReplayPreview/Page/broadcastpanel.js"
};
static const uint8_t broadcaststate_js[] = {
#embed "../ReplayPreview/Page/broadcaststate.js"
};
static const uint8_t broadcasttarget_js[] = {
#embed "../ReplayPreview/Page/broadcasttarget.js"
};
static const uint8_t buffers_js[] = {
#embed "../ReplayPreview/Page/buffers.js"
};
static const uint8_t comments_css[] = {
#embed "../ReplayPreview/Page/comments.css"
};
static const uint8_t comments_js[] = {
#embed "../ReplayPreview/Page/comments.js"
};
static const uint8_t commenttimes_js[] = {
#embed "../ReplayPreview/Page/commenttimes.js"
};
static const uint8_t controls_js[] = {
#embed "../ReplayPreview/Page/controls.js"
};
static const uint8_t coverfields_js[] = {
#embed "../ReplayPreview/Page/coverfields.js"
};
static const uint8_t dom_js[] = {
#embed "../ReplayPreview/Page/dom.js"
};
static const uint8_t drawingfields_js[] = {
#embed "../ReplayPreview/Page/drawingfields.js"
};
static const uint8_t edit_js[] = {
#embed "../ReplayPreview/Page/edit.js"
};
static const uint8_t editactions_js[] = {
#embed "../ReplayPreview/Page/editactions.js"
};
static const uint8_t editcontrols_js[] = {
#embed "../ReplayPreview/Page/editcontrols.js"
};
static const uint8_t editmap_js[] = {
#embed "../ReplayPreview/Page/editmap.js"
};
static const uint8_t editor_js[] = {
#embed "../ReplayPreview/Page/editor.js"
};
static const uint8_t effectfields_js[] = {
#embed "../ReplayPreview/Page/effectfields.js"
};
static const uint8_t effectgrips_js[] = {
#embed "../ReplayPreview/Page/effectgrips.js"
};
static const uint8_t effects_js[] = {
#embed "../ReplayPreview/Page/effects.js"
};
static const uint8_t events_js[] = {
#embed "../ReplayPreview/Page/events.js"
};
static const uint8_t format_js[] = {
#embed "../ReplayPreview/Page/format.js"
};
static const uint8_t fragments_js[] = {
#embed "../ReplayPreview/Page/fragments.js"
};
static const uint8_t frames_js[] = {
#embed "../ReplayPreview/Page/frames.js"
};
static const uint8_t group_js[] = {
#embed "../ReplayPreview/Page/group.js"
};
static const uint8_t groupclock_js[] = {
#embed "../ReplayPreview/Page/groupclock.js"
};
static const uint8_t groupcontrol_js[] = {
#embed "../ReplayPreview/Page/groupcontrol.js"
};
static const uint8_t groupfollower_js[] = {
#embed "../ReplayPreview/Page/groupfollower.js"
};
static const uint8_t grouppanel_js[] = {
#embed "../ReplayPreview/Page/grouppanel.js"
};
static const uint8_t groupstate_js[] = {
#embed "../ReplayPreview/Page/groupstate.js"
};
static const uint8_t help_js[] = {
#embed "../ReplayPreview/Page/help.js"
};
static const uint8_t hovertime_js[] = {
#embed "../ReplayPreview/Page/hovertime.js"
};
static const uint8_t icon_svg[] = {
#embed "../ReplayPreview/Page/icon.svg"
};
static const uint8_t icons_js[] = {
#embed "../ReplayPreview/Page/icons.js"
};
static const uint8_t isolation_js[] = {
#embed "../ReplayPreview/Page/isolation.js"
};
static const uint8_t keys_js[] = {
#embed "../ReplayPreview/Page/keys.js"
};
static const uint8_t library_js[] = {
#embed "../ReplayPreview/Page/library.js"
};
static const uint8_t operations_js[] = {
#embed "../ReplayPreview/Page/operations.js"
};
static const uint8_t operationtext_js[] = {
#embed "../ReplayPreview/Page/operationtext.js"
};
static const uint8_t overlays_js[] = {
#embed "../ReplayPreview/Page/overlays.js"
};
static const uint8_t page_html[] = {
#embed "../ReplayPreview/Page/page.html"
};
static const uint8_t painter_js[] = {
#embed "../ReplayPreview/Page/painter.js"
};
static const uint8_t panels_js[] = {
#embed "../ReplayPreview/Page/panels.js"
};
static const uint8_t place_js[] = {
#embed "../ReplayPreview/Page/place.js"
};
static const uint8_t playback_js[] = {
#embed "../ReplayPreview/Page/playback.js"
};
static const uint8_t player_js[] = {
#embed "../ReplayPreview/Page/player.js"
};
static const uint8_t pointhandles_js[] = {
#embed "../ReplayPreview/Page/pointhandles.js"
};
static const uint8_t prefetch_js[] = {
#embed "../ReplayPreview/Page/prefetch.js"
};
static const uint8_t presentation_js[] = {
#embed "../ReplayPreview/Page/presentation.js"
};
static const uint8_t rangefields_js[] = {
#embed "../ReplayPreview/Page/rangefields.js"
};
static const uint8_t record_js[] = {
#embed "../ReplayPreview/Page/record.js"
};
static const uint8_t rectanglefields_js[] = {
#embed "../ReplayPreview/Page/rectanglefields.js"
};
static const uint8_t rectangles_js[] = {
#embed "../ReplayPreview/Page/rectangles.js"
};
static const uint8_t scrollbar_js[] = {
#embed "../ReplayPreview/Page/scrollbar.js"
};
static const uint8_t seekqueue_js[] = {
#embed "../ReplayPreview/Page/seekqueue.js"
};
static const uint8_t sentences_js[] = {
#embed "../ReplayPreview/Page/sentences.js"
};
static const uint8_t session_js[] = {
#embed "../ReplayPreview/Page/session.js"
};
static const uint8_t share_js[] = {
#embed "../ReplayPreview/Page/share.js"
};
static const uint8_t silence_js[] = {
#embed "../ReplayPreview/Page/silence.js"
};
static const uint8_t slider_js[] = {
#embed "../ReplayPreview/Page/slider.js"
};
static const uint8_t snapping_js[] = {
#embed "../ReplayPreview/Page/snapping.js"
};
static const uint8_t stage_js[] = {
#embed "../ReplayPreview/Page/stage.js"
};
static const uint8_t still_js[] = {
#embed "../ReplayPreview/Page/still.js"
};
static const uint8_t stillplayer_js[] = {
#embed "../ReplayPreview/Page/stillplayer.js"
};
static const uint8_t stream_js[] = {
#embed "../ReplayPreview/Page/stream.js"
};
static const uint8_t style_css[] = {
#embed "../ReplayPreview/Page/style.css"
};
static const uint8_t stylefields_js[] = {
#embed "../ReplayPreview/Page/stylefields.js"
};
static const uint8_t tiles_js[] = {
#embed "../ReplayPreview/Page/tiles.js"
};
static const uint8_t timeline_js[] = {
#embed "../ReplayPreview/Page/timeline.js"
};
static const uint8_t together_css[] = {
#embed "../ReplayPreview/Page/together.css"
};
static const uint8_t videotrack_js[] = {
#embed "../ReplayPreview/Page/videotrack.js"
};
static const uint8_t viewport_js[] = {
#embed "../ReplayPreview/Page/viewport.js"
};
static const uint8_t virtuallist_js[] = {
#embed "../ReplayPreview/Page/virtuallist.js"
};
static const uint8_t watch_js[] = {
#embed "../ReplayPreview/Page/watch.js"
};
static const uint8_t watchcontrols_js[] = {
#embed "../ReplayPreview/Page/watchcontrols.js"
};

#define FILE_NAMED(name, bytes) {name, bytes, sizeof bytes}

static const preview_page_file files[] = {
    FILE_NAMED("api.js", api_js),
    FILE_NAMED("app.js", app_js),
    FILE_NAMED("area.js", area_js),
    FILE_NAMED("audiotrack.js", audiotrack_js),
    FILE_NAMED("bitrate.js", bitrate_js),
    FILE_NAMED("broadcast.css", broadcast_css),
    FILE_NAMED("broadcastchoice.js", broadcastchoice_js),
    FILE_NAMED("broadcastpanel.js", broadcastpanel_js),
    FILE_NAMED("broadcaststate.js", broadcaststate_js),
    FILE_NAMED("broadcasttarget.js", broadcasttarget_js),
    FILE_NAMED("buffers.js", buffers_js),
    FILE_NAMED("comments.css", comments_css),
    FILE_NAMED("comments.js", comments_js),
    FILE_NAMED("commenttimes.js", commenttimes_js),
    FILE_NAMED("controls.js", controls_js),
    FILE_NAMED("coverfields.js", coverfields_js),
    FILE_NAMED("dom.js", dom_js),
    FILE_NAMED("drawingfields.js", drawingfields_js),
    FILE_NAMED("edit.js", edit_js),
    FILE_NAMED("editactions.js", editactions_js),
    FILE_NAMED("editcontrols.js", editcontrols_js),
    FILE_NAMED("editmap.js", editmap_js),
    FILE_NAMED("editor.js", editor_js),
    FILE_NAMED("effectfields.js", effectfields_js),
    FILE_NAMED("effectgrips.js", effectgrips_js),
    FILE_NAMED("effects.js", effects_js),
    FILE_NAMED("events.js", events_js),
    FILE_NAMED("format.js", format_js),
    FILE_NAMED("fragments.js", fragments_js),
    FILE_NAMED("frames.js", frames_js),
    FILE_NAMED("group.js", group_js),
    FILE_NAMED("groupclock.js", groupclock_js),
    FILE_NAMED("groupcontrol.js", groupcontrol_js),
    FILE_NAMED("groupfollower.js", groupfollower_js),
    FILE_NAMED("grouppanel.js", grouppanel_js),
    FILE_NAMED("groupstate.js", groupstate_js),
    FILE_NAMED("help.js", help_js),
    FILE_NAMED("hovertime.js", hovertime_js),
    FILE_NAMED("icon.svg", icon_svg),
    FILE_NAMED("icons.js", icons_js),
    FILE_NAMED("isolation.js", isolation_js),
    FILE_NAMED("keys.js", keys_js),
    FILE_NAMED("library.js", library_js),
    FILE_NAMED("operations.js", operations_js),
    FILE_NAMED("operationtext.js", operationtext_js),
    FILE_NAMED("overlays.js", overlays_js),
    FILE_NAMED("page.html", page_html),
    FILE_NAMED("painter.js", painter_js),
    FILE_NAMED("panels.js", panels_js),
    FILE_NAMED("place.js", place_js),
    FILE_NAMED("playback.js", playback_js),
    FILE_NAMED("player.js", player_js),
    FILE_NAMED("pointhandles.js", pointhandles_js),
    FILE_NAMED("prefetch.js", prefetch_js),
    FILE_NAMED("presentation.js", presentation_js),
    FILE_NAMED("rangefields.js", rangefields_js),
    FILE_NAMED("record.js", record_js),
    FILE_NAMED("rectanglefields.js", rectanglefields_js),
    FILE_NAMED("rectangles.js", rectangles_js),
    FILE_NAMED("scrollbar.js", scrollbar_js),
    FILE_NAMED("seekqueue.js", seekqueue_js),
    FILE_NAMED("sentences.js", sentences_js),
    FILE_NAMED("session.js", session_js),
    FILE_NAMED("share.js", share_js),
    FILE_NAMED("silence.js", silence_js),
    FILE_NAMED("slider.js", slider_js),
    FILE_NAMED("snapping.js", snapping_js),
    FILE_NAMED("stage.js", stage_js),
    FILE_NAMED("still.js", still_js),
    FILE_NAMED("stillplayer.js", stillplayer_js),
    FILE_NAMED("stream.js", stream_js),
    FILE_NAMED("style.css", style_css),
    FILE_NAMED("stylefields.js", stylefields_js),
    FILE_NAMED("tiles.js", tiles_js),
    FILE_NAMED("timeline.js", timeline_js),
    FILE_NAMED("together.css", together_css),
    FILE_NAMED("videotrack.js", videotrack_js),
    FILE_NAMED("viewport.js", viewport_js),
    FILE_NAMED("virtuallist.js", virtuallist_js),
    FILE_NAMED("watch.js", watch_js),
    FILE_NAMED("watchcontrols.js", watchcontrols_js),
    {0, 0, 0},
};

const preview_page_file *preview_page_files(void) { return files; }
