import FoundationEssentials
import Glibc
import ReplayCommandLine

/// Images in terminals that can display them.
enum TerminalImage {
    /// The escape sequences with which a terminal receives an image.
    enum GraphicsProtocol: Equatable {
        /// https://sw.kovidgoyal.net/kitty/graphics-protocol
        case kitty
        /// https://iterm2.com/documentation-images.html
        case iTerm
    }

    /// Shows a PNG file if standard output is a terminal that is known to display images.
    static func show(_ png: () throws -> [UInt8]) throws {
        guard isatty(STDOUT_FILENO) == 1,
            let kind = GraphicsProtocol(environment: { getenv($0).map { String(cString: $0) } })
        else { return }
        Output.line(text(try png(), as: kind, columns: Terminal.width))
    }

    /// Returns the escape sequence for an image.
    /// - Parameter columns: The width of the terminal in columns, to which the image is scaled.
    static func text(_ png: [UInt8], as kind: GraphicsProtocol, columns: Int) -> String {
        let data = Data(png).base64EncodedString()
        switch kind {
        case .iTerm:
            return "\u{1B}]1337;File=inline=1;size=\(png.count);width=100%;preserveAspectRatio=1:\(data)\u{07}"
        case .kitty:
            // A chunk has at most 4096 bytes; m=1 announces another chunk.
            let bytes = Array(data.utf8)
            let starts = Array(stride(from: 0, to: bytes.count, by: 4096))
            return starts.map { start in
                let piece = String(decoding: bytes[start..<min(start + 4096, bytes.count)], as: UTF8.self)
                let keys = (start == 0 ? "a=T,f=100,c=\(columns)," : "") + "m=\(start == starts.last ? 0 : 1)"
                return "\u{1B}_G\(keys);\(piece)\u{1B}\\"
            }.joined()
        }
    }
}

extension TerminalImage.GraphicsProtocol {
    /// Detects the terminal's protocol from its environment. Nil if the terminal is not known to display images.
    init?(environment: (String) -> String?) {
        let (program, terminal) = (environment("TERM_PROGRAM") ?? "", environment("TERM") ?? "")
        // tmux and screen do not forward such sequences.
        if environment("TMUX") != nil || terminal.hasPrefix("screen") { return nil }
        if environment("KITTY_WINDOW_ID") != nil || ["xterm-kitty", "xterm-ghostty"].contains(terminal) {
            self = .kitty
        } else if ["iTerm.app", "WezTerm", "mintty"].contains(program) || environment("LC_TERMINAL") == "iTerm2" {
            self = .iTerm
        } else if environment("KONSOLE_VERSION") != nil {
            self = .kitty
        } else {
            return nil
        }
    }
}
