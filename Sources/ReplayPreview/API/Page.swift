import NIOHTTP1

/// The page's own files, which are part of this program.
enum Page {
    private static let files: [String: [UInt8]] = [
        "api.js": PackageResources.api_js,
        "app.js": PackageResources.app_js,
        "area.js": PackageResources.area_js,
        "audiotrack.js": PackageResources.audiotrack_js,
        "buffers.js": PackageResources.buffers_js,
        "dom.js": PackageResources.dom_js,
        "edit.js": PackageResources.edit_js,
        "editmap.js": PackageResources.editmap_js,
        "editor.js": PackageResources.editor_js,
        "events.js": PackageResources.events_js,
        "format.js": PackageResources.format_js,
        "fragments.js": PackageResources.fragments_js,
        "frames.js": PackageResources.frames_js,
        "help.js": PackageResources.help_js,
        "icon.svg": PackageResources.icon_svg,
        "icons.js": PackageResources.icons_js,
        "keys.js": PackageResources.keys_js,
        "library.js": PackageResources.library_js,
        "operations.js": PackageResources.operations_js,
        "page.html": PackageResources.page_html,
        "painter.js": PackageResources.painter_js,
        "effects.js": PackageResources.effects_js,
        "panels.js": PackageResources.panels_js,
        "player.js": PackageResources.player_js,
        "record.js": PackageResources.record_js,
        "rectangles.js": PackageResources.rectangles_js,
        "share.js": PackageResources.share_js,
        "silence.js": PackageResources.silence_js,
        "slider.js": PackageResources.slider_js,
        "stage.js": PackageResources.stage_js,
        "still.js": PackageResources.still_js,
        "stillplayer.js": PackageResources.stillplayer_js,
        "style.css": PackageResources.style_css,
        "tiles.js": PackageResources.tiles_js,
        "timeline.js": PackageResources.timeline_js,
        "videotrack.js": PackageResources.videotrack_js,
        "viewport.js": PackageResources.viewport_js,
        "virtuallist.js": PackageResources.virtuallist_js,
    ]

    /// - Throws: `HTTPError` where there is no such file.
    static func response(to path: some Collection<String>) throws(HTTPError) -> HTTPResponse {
        guard path.count == 1, let name = path.first, let bytes = files[name] else { throw .notFound }
        return .bytes(bytes, type: name.hasSuffix(".html") ? "text/html; charset=utf-8" : MediaType.of(name))
    }
}
