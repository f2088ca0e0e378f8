/// The files of the page that plays a live presentation.
enum PlayerPage {
    private static let files: [String: (type: String, bytes: [UInt8])] = [
        "": ("text/html; charset=utf-8", PackageResources.live_html),
        "comments.js": ("text/javascript; charset=utf-8", PackageResources.comments_js),
        "live.js": ("text/javascript; charset=utf-8", PackageResources.live_js),
        "playlist.js": ("text/javascript; charset=utf-8", PackageResources.playlist_js),
        "rendition.js": ("text/javascript; charset=utf-8", PackageResources.rendition_js),
        "icon.svg": ("image/svg+xml", PackageResources.icon_svg),
        "live.css": ("text/css; charset=utf-8", PackageResources.live_css),
    ]

    static let names = Set(files.keys)

    static func file(_ name: String) -> (type: String, bytes: [UInt8])? { files[name] }
}
