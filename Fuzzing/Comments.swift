import MediaTime
import ReplayLibrary

@testable import ReplayComments
@testable import ReplayComposition

/// Fuzzes the lines of a source of comments, and the captions that are made of them.
func fuzzComments(_ bytes: [UInt8]) {
    var splitter = LineSplitter()
    let lines = splitter.add(bytes).compactMap { try? $0.get() } + [splitter.finish()].compactMap(\.self)
    let comments = lines.compactMap { line -> RecordingComment? in
        guard let parsed = try? ParsedComment(line) else { return nil }
        let time: MediaTime = if case .recording(let time) = parsed.instant { time } else { .zero }
        return RecordingComment(time: time, author: parsed.author, text: parsed.text)
    }.sorted { $0.time < $1.time }
    for comment in comments {
        precondition(comment.text.count <= RecordingComment.maxTextLength)
        precondition(comment.line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
    let captions = Captions(comments)
    guard let read = try? Captions(Array(captions.webVTT.utf8), path: "captions") else {
        fatalError("the captions are not valid WebVTT")
    }
    precondition(read == captions)
}
