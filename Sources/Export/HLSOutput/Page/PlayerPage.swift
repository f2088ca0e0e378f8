import MediaTime
import ReplayInterchange
import ReplayTimeline

/// A page that plays the HLS folder that contains it. It needs no other resources from the network, and any file server
/// can serve it.
struct PlayerPage: Sendable, Equatable {
    /// The title above the video.
    var title: String
    /// The path of the multivariant playlist, relative to the page.
    var playlist = "main.m3u8"
    var chapters = Chapters()
    /// True if `hls.js` is beside the page, for browsers that do not play HLS by themselves.
    var hasLibrary = false
    var captions: CaptionsFile?

    /// The page as HTML.
    var html: String {
        let template = String(decoding: PackageResources.player_html, as: UTF8.self)
        return Self.fill(template) { name in
            switch name {
            case "title": title.htmlEscaped
            case "playlist": playlist.htmlEscaped
            case "attributes": attributes
            case "chapters": chapterList
            default: nil
            }
        }
    }

    /// The attributes with the page's data. All data is in attributes and text, so that the script is the same in each
    /// page and its hash is enough to allow it.
    private var attributes: String {
        let library = hasLibrary ? [("data-library", "hls.js")] : []
        let track = captions.map {
            [("data-captions", $0.path), ("data-label", $0.label), ("data-language", $0.language ?? "")]
        }
        return (library + (track ?? [])).map { " \($0)=\"\($1.htmlEscaped)\"" }.joined()
    }

    private var chapterList: String {
        guard !chapters.list.isEmpty else { return "" }
        let items = chapters.list.enumerated().map { index, chapter in
            let start = chapter.range.start
            // Without milliseconds, which are not useful here.
            let clock = start.timecode().dropLast(4)
            let title = chapter.title(at: index).htmlEscaped
            return """
                <li><button type="button" data-milliseconds="\(start.value)">\
                <span dir="auto">\(title)</span> <time>\(clock)</time></button></li>
                """
        }
        return "<nav aria-labelledby=\"chapters\">\n<h2 id=\"chapters\">Chapters</h2>\n<ol>\n"
            + items.joined(separator: "\n") + "\n</ol>\n</nav>"
    }

    /// Replaces each `{{name}}` with the result of `value`, in one pass. The replacements themselves are not searched.
    private static func fill(_ template: String, with value: (Substring) -> String?) -> String {
        var parts = template.split(separator: "{{", omittingEmptySubsequences: false)[...]
        var result = String(parts.popFirst() ?? "")
        for part in parts {
            guard let end = part.firstRange(of: "}}"), let text = value(part[..<end.lowerBound]) else {
                result += "{{" + part
                continue
            }
            result += text + part[end.upperBound...]
        }
        return result
    }
}

/// The file beside the page that contains all captions of an edit, for browsers that play HLS but do not show its
/// captions.
struct CaptionsFile: Sendable, Equatable {
    /// The path of the file, relative to the page.
    var path: String
    /// The name in the player's menu.
    var label: String
    /// The language as a BCP 47 tag, or nil if it is not specified.
    var language: String?
}

extension String {
    /// The text escaped for HTML, between tags and in quoted attributes.
    var htmlEscaped: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\0": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
