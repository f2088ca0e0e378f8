import ReplayRendering

extension Preset {
    /// The name of a preset for the page, and its purpose.
    struct Title {
        let name: String
        let purpose: String
    }

    /// The title of a built-in preset. Another preset has its own name and summary as title.
    var title: Title { Self.titles[name] ?? Title(name: name, purpose: summary) }

    private static let titles = [
        "share-1080p": Title(name: "MP4, up to 1080p", purpose: "For sending and uploading."),
        "share-720p": Title(name: "MP4, up to 720p", purpose: "Smaller, for mail and chats."),
        "original": Title(name: "MP4, original size", purpose: "In high quality, to keep or to edit."),
        "webm": Title(name: "WebM, up to 1080p", purpose: "For web pages and wikis."),
        "gif": Title(name: "GIF, 640 pixels", purpose: "For chats and issues, without audio."),
        "hls": Title(name: "HLS folder for web servers", purpose: "For streaming in several sizes."),
        "hls-single": Title(name: "HLS folder, original size", purpose: "For streaming in one size."),
    ]
}
