import ArgumentParser
import AudioSources
package import MediaTime
import ReplayControl
package import ReplaySources

/// A part of the screen: `800x600+100+50` as in X, `100,50,800,600` as in screencapture(1), or `100,50 800x600` as in
/// slurp(1).
package struct AreaArgument: ExpressibleByArgument {
    package let text: String
    /// The rectangle, or nil if the text has a size but no position.
    package let target: CaptureTarget?

    package init?(argument: String) {
        if Self.isSize(argument) {
            text = argument
            target = nil
            return
        }
        let numbers = argument.utf8.split(omittingEmptySubsequences: false) { !Self.digits.contains($0) }
            .map { Int(Substring($0)) }
        let signs = String(argument.unicodeScalars.filter { !("0"..."9").contains($0) })
        guard numbers.count == 4, let order = Self.orders[signs] else { return nil }
        let values = order.compactMap { numbers[$0] }
        guard values.count == 4, values[2] > 0, values[3] > 0 else { return nil }
        text = argument
        target = .rectangle(x: values[0], y: values[1], width: values[2], height: values[3])
    }

    private static func isSize(_ text: String) -> Bool {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        return sides.count == 2 && sides.allSatisfy { $0.map { $0 > 0 } ?? false }
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// The positions of x, y, width and height among the numbers, by the characters between them.
    private static let orders = [
        "x++": [2, 3, 0, 1], ",,,": [0, 1, 2, 3], ", x": [0, 1, 2, 3], ",,x": [0, 1, 2, 3], "x,,": [2, 3, 0, 1],
        "x@,": [2, 3, 0, 1], "x+,": [2, 3, 0, 1],
    ]
}

/// A camera on the command line: `/dev/video0`, `video0`, `FORMAT:INPUT`, or `none`.
package struct CameraArgument: ExpressibleByArgument {
    /// The camera, or nil for `none`.
    package let input: CameraInput?

    package init?(argument: String) {
        guard argument != "none" else {
            input = nil
            return
        }
        guard let input = CameraInput(argument) else { return nil }
        self.input = input
    }
}

/// A duration, such as 90s or 1:30.
package struct DurationArgument: ExpressibleByArgument {
    package let time: MediaTime

    package init?(argument: String) {
        // Only asks whether the word is a time. ArgumentParser reports nil as an invalid value.
        guard case .time(let time) = try? TimePosition(parsing: argument) else { return nil }
        self.time = time
    }
}

extension AudioChoice: ExpressibleByArgument {
    /// Parses `app`, `mic`, `both` or `none`, and synonyms of other programs.
    public init?(argument: String) {
        let words = argument.lowercased().utf8.split { [UInt8(ascii: ","), UInt8(ascii: "+")].contains($0) }
        let kinds = words.map { Self.synonyms[String(Substring($0))] }
        guard !kinds.isEmpty, !kinds.contains(nil) else { return nil }
        let sources = Set(kinds.compactMap { $0?.sources }.joined())
        guard let choice = Self.allCases.first(where: { Set($0.sources) == sources }) else { return nil }
        self = choice
    }

    private static let synonyms: [String: AudioChoice] = [
        "app": .app, "application": .app, "system": .app, "desktop": .app, "on": .app, "yes": .app, "true": .app,
        "speaker": .app, "speakers": .app, "mic": .mic, "microphone": .mic, "both": .both, "all": .both,
        "none": .none, "off": .none, "no": .none, "false": .none,
    ]
}
