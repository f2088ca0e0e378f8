import MediaTime
import ReplayInterchange
import ReplayTimeline

/// One page that plays the folder in which it lies, needs nothing from the network and no server but one for files.
struct PlayerPage: Sendable, Equatable {
    /// What stands above the frame.
    var title: String
    /// The multivariant playlist, beside the page.
    var playlist = "main.m3u8"
    var chapters = Chapters()
    /// Whether the user put `hls.js` beside the page, for browsers that do not play HLS by themselves.
    var hasLibrary = false
    var captions: CaptionsFile?

    /// The page.
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

    /// All data stands in attributes and text, so the script is the same in every page, and its hash is enough to
    /// permit it.
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
            // Without milliseconds, which nobody reads here.
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

    /// Puts what `value` gives in place of each `{{name}}`, in one go: what is put in is not looked through again.
    private static func fill(_ template: String, _ value: (Substring) -> String?) -> String {
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

/// All captions of an edit in one file beside the page, for browsers that play HLS but none of its captions.
struct CaptionsFile: Sendable, Equatable {
    /// Its name, relative to the page.
    var path: String
    /// What the player's menu calls it.
    var label: String
    /// The language, as BCP 47 has it.
    var language: String?
}

extension String {
    /// The text as HTML has it, between tags and in quoted attributes.
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
