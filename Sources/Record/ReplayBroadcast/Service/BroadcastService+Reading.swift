import Files
import ReplayErrors
import ReplayJSON

/// The parser of a service's file.
extension BroadcastService {
    /// The largest size of a file, in bytes.
    static let maxSize = 64 << 10

    /// Reads a service from JSON5.
    /// - Parameter source: The name of the text in errors.
    init(json5 text: [UInt8], source: String) throws(BroadcastError) {
        do throws(JSON5Error) {
            let value = try JSON5Parser.parse(text)
            try value.check(keys: Self.keys)
            try value.check(forms: Self.forms)
            self = try value.decode(BroadcastService.self)
            if let (path, reason) = problem {
                throw JSON5Error(offset: value.value(at: path)?.offset ?? value.offset, reason: reason)
            }
        } catch {
            let place = JSON5Text(text).place(of: error.offset)
            let line =
                text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .dropFirst(place.line - 1).first ?? []
            // The reason may quote the value, which is perhaps the key.
            let isSecret = String(decoding: line, as: UTF8.self).contains("key:") && error.reason.contains("“")
            let reason = isSecret ? "this line is not valid" : error.reason
            throw BroadcastError(
                .badData, description: "\(source), line \(place.line), column \(place.column): \(reason)")
        }
    }

    /// The keys that lead to the first value out of range and the reason; nil if all are valid.
    private var problem: (path: [String], reason: String)? {
        guard version == 1 else { return (["version"], "its version is \(version), but must be 1") }
        guard Self.isName(name) else {
            return (["name"], "“\(name.excerpt)” must consist of lower-case letters, digits and hyphens")
        }
        if let problem = addressProblem ?? programProblem { return problem }
        if let key, !StreamKey.isValid(key) { return (["key"], "the key is not one word of plain characters") }
        if let latency, !StreamKey.latencies.contains(latency) {
            return (["latency"], "it must be 20 to 10000 milliseconds")
        }
        return limits?.invalidKey.map { (["limits", $0], "it must be at least 1") }
    }

    private var addressProblem: (path: [String], reason: String)? {
        guard let address else {
            let isComplete = setup != nil || protocols != nil
            return isComplete ? nil : ([], "“address” is missing; only a service with “setup” needs none")
        }
        do throws(BroadcastError) {
            guard try BroadcastDestination(address).isNetwork else {
                return (["address"], "it must begin with rtmp://, rtmps:// or srt://")
            }
            return nil
        } catch {
            return (["address"], error.description)
        }
    }

    private var programProblem: (path: [String], reason: String)? {
        if let protocols, address != nil || setup != nil || !Set(protocols).isSubset(of: Self.schemes) {
            return (["protocols"], "it must be rtmp, rtmps or srt, in a service without an address")
        }
        guard let setup else { return nil }
        return setup.first?.isEmpty == false
            ? nil : (["setup"], "it must begin with the set-up program, such as [\"./program\"]")
    }

    private static let schemes: Set<String> = ["rtmp", "rtmps", "srt"]

    private static let keys: [String: Set<String>] = [
        "": Set(CodingKeys.allCases.map(\.rawValue)), "limits": Limits.keys,
    ]

    private static let forms: [String: JSON5Form] = [
        "": JSON5Form(.object, example: "{ version: 1 }"), "version": JSON5Form(.wholeNumber, example: "1"),
        "name": JSON5Form(.text, example: "\"lectures\""), "summary": JSON5Form(.text, example: "\"our server\""),
        "address": JSON5Form(.text, example: "\"rtmps://example.org/live\""),
        "protocols": JSON5Form(.list, example: "[\"rtmp\", \"rtmps\"]"),
        "protocols[]": JSON5Form(.text, example: "\"rtmp\""),
        "setup": JSON5Form(.list, example: "[\"./program\"]"),
        "setup[]": JSON5Form(.text, example: "\"./program\""),
        "needsKey": JSON5Form(.boolean, example: "true"), "key": JSON5Form(.text, example: "\"abcd-1234\""),
        "streamID": JSON5Form(.text, example: "\"lectures\""), "latency": JSON5Form(.wholeNumber, example: "200"),
        "publicURL": JSON5Form(.text, example: "\"https://example.org/watch\""),
        "limits": JSON5Form(.object, example: "{ bitRate: 6000000 }"),
    ].merging(Limits.forms) { first, _ in first }
}
