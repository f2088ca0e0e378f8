import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import HLSOutput
@testable import ReplayInterchange

@Suite struct PlayerPageTests {
    private static let hostile = [
        "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='alert(1)", "<!--",
        "{{chapters}}", "&lt;b&gt;", "\u{2028}`${alert(1)}`\\",
    ]

    private func chapters(_ names: [String?]) throws -> Chapters {
        let events = names.enumerated().map {
            RecordingEvent(time: .seconds(Int64($0) * 10), kind: .mark, detail: $1)
        }
        let edit = try Edit(duration: .seconds(5000))
        return Chapters(events: events, clips: edit.clips, duration: edit.editedDuration)
    }

    private func plain(_ chapters: Chapters = Chapters()) -> String {
        PlayerPage(title: "", chapters: chapters).html
    }

    @Test("Whatever a title or a chapter is called, it is text and nothing else", arguments: hostile)
    func escaping(name: String) throws {
        let chapters = try chapters([name])
        let page = PlayerPage(
            title: name, chapters: chapters, captions: CaptionsFile(path: name, label: name, language: name)
        ).html
        let escaped = name.htmlEscaped
        #expect(!escaped.contains { "<>\"'".contains($0) })
        #expect(page.contains("<title>\(escaped)</title>"))
        #expect(page.contains("<span dir=\"auto\">\(escaped)</span>"))
        // Without the inserted text, the page equals one whose names are empty.
        let empty = PlayerPage(
            title: "", chapters: chapters, captions: CaptionsFile(path: "", label: "", language: "")
        ).html
        #expect(page.replacing(escaped, with: "") == empty.replacing(escaped, with: ""))
    }

    @Test("Names come back from HTML as they went in")
    func entities() {
        #expect("<a b=\"c\">'&amp;\0".htmlEscaped == "&lt;a b=&quot;c&quot;&gt;&#39;&amp;amp;\u{FFFD}")
        #expect("Łódź “é” 🙂\u{200D}".htmlEscaped == "Łódź “é” 🙂\u{200D}")
    }

    @Test("Chapters are buttons that say where they begin")
    func chapterButtons() throws {
        let page = plain(try chapters(["one", nil]))
        #expect(
            page.contains(
                "<button type=\"button\" data-milliseconds=\"10000\">"
                    + "<span dir=\"auto\">Chapter 2</span> <time>0:10</time></button>"))
        #expect(!plain().contains("<nav"))
        let late = Chapters(
            events: [RecordingEvent(time: .seconds(3661), kind: .mark)],
            clips: try Edit(duration: .seconds(5000)).clips, duration: .seconds(5000))
        #expect(plain(late).contains("<time>1:01:01</time>"))
    }

    @Test("What the folder has beside the playlist is told to the script")
    func attributes() {
        let page = PlayerPage(
            title: "t", hasLibrary: true, captions: CaptionsFile(path: "c.vtt", label: "English", language: "en")
        ).html
        #expect(
            page.contains(
                "src=\"main.m3u8\" aria-label=\"t\" data-library=\"hls.js\" data-captions=\"c.vtt\" "
                    + "data-label=\"English\" data-language=\"en\"></video>"))
        #expect(plain().contains("src=\"main.m3u8\" aria-label=\"\"></video>"))
        #expect(!page.contains("{{") && !page.contains("}}"))
    }

    @Test("The page's policy permits its own script and style, and nothing from elsewhere")
    func policy() throws {
        let page = plain(try chapters(["one"]))
        let policy = try #require(page.firstMatch(of: #/Content-Security-Policy" content="([^"]*)"/#)).1
        #expect(policy.hasPrefix("default-src 'none';"))
        for element in ["script", "style"] {
            let pattern = try Regex("<\(element)>(.*?)</\(element)>", as: (Substring, Substring).self)
                .dotMatchesNewlines()
            let matches = page.matches(of: pattern)
            #expect(matches.count == 1)
            let hash = try sha256(String(try #require(matches.first).1))
            #expect(policy.contains("'sha256-\(hash)'"), "the hash of <\(element)> in player.html must be \(hash)")
        }
        #expect(!policy.contains("unsafe") && !page.contains("http:") && !page.contains("https:"))
        #expect(page.firstMatch(of: #/<[^>]*\son[a-z]+\s*=/#) == nil)
    }

    private func sha256(_ text: String) throws -> String {
        let process = try ChildProcess(["sha256sum"], input: .pipe)
        try process.write(Array(text.utf8))
        process.closeInput()
        let digits = Array(try process.wait().output.prefix(64))
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        return Data(bytes).base64EncodedString()
    }
}
