import FoundationEssentials
import HTTPTypes

@testable import ReplayPreview

/// Fuzzes the request of a browser, or of a program that claims to be one, to the preview server.
func fuzzRequest(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let target = RequestTarget(text) {
        precondition(target.path.allSatisfy { !["", ".", ".."].contains($0) && !$0.utf8.contains(UInt8(ascii: "/")) })
    }
    for size in [0, 1, 300_000] as [Int64] {
        guard case .part(let range) = RangeRequest([.range: text], size: size, tag: "\"a\"") else { continue }
        precondition(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= size)
    }
    _ = try? JSONDecoder().decode(PageMessage.self, from: Data(bytes))
    _ = try? (try? JSONDecoder().decode(RecorderBody.self, from: Data(bytes)))?.configuration()
}
