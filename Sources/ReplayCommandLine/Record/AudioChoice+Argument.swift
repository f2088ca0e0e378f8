public import ArgumentParser
import ReplayControl
public import ReplayLibrary
import ReplaySources

extension AudioChoice: ExpressibleByArgument {
    /// Reads `app`, `mic`, `both` or `none`, and what others call them.
    public init?(argument: String) {
        let words = argument.lowercased().utf8.split { [UInt8(ascii: ","), UInt8(ascii: "+")].contains($0) }
        let kinds = words.map { Self.synonyms[String(Substring($0))] }
        guard !kinds.isEmpty, !kinds.contains(nil) else { return nil }
        let sources = Set(kinds.compactMap { $0?.sources }.joined())
        guard let choice = Self.allCases.first(where: { Set($0.sources) == sources }) else { return nil }
        self = choice
    }

    private static let synonyms: [String: AudioChoice] = [
        "app": .app, "application": .app, "system": .app, "desktop": .app, "mic": .mic, "microphone": .mic,
        "both": .both, "all": .both, "none": .none, "off": .none,
    ]
}
