import Files
import ReplayErrors
import ReplayJSON

/// A line of the output of a set-up program: one JSON object.
package enum SetupLine: Equatable, Sendable {
    /// An address that the user must open, and a code to enter there.
    package struct Address: Codable, Equatable, Sendable {
        package var url: String
        package var code: String?

        package init(url: String, code: String?) { (self.url, self.code) = (url, code) }
    }

    case open(Address)
    /// True if the program waits for its user, so that no time limit applies.
    case waiting(Bool)
    case answer(SetupAnswer)

    /// Parses a line.
    /// - Parameter hasAddress: True if the service has an address, so that an answer needs none.
    /// - Throws: `BroadcastError` with a clause about “it”, the program. It does not repeat values, which may be secret.
    package init(_ line: some Collection<UInt8>, hasAddress: Bool) throws(BroadcastError) {
        do throws(JSON5Error) {
            let value = try JSON5Parser.parse(Array(line))
            try value.check(forms: ["": JSON5Form(.object, example: "{}")])
            guard case .object(let members) = value.content else { throw Self.unknown }
            let keys = Set(members.map(\.key))
            if keys.contains("open") {
                self = .open(try Self.address(value))
            } else if keys.contains("waiting") {
                self = .waiting(try Self.waiting(value))
            } else {
                self = .answer(try Self.answer(value))
            }
        } catch {
            // A reason without quotes repeats nothing. The quotes of forms and unknown keys contain the names of keys.
            let isKnown = error.reason.contains("there is no key") || error.reason.contains("must be")
            let reason = isKnown ? error.reason : "this is not a JSON object that Replay knows"
            throw BroadcastError(.badData, description: reason)
        }
        if case .answer(let answer) = self { try answer.check(hasAddress: hasAddress) }
    }

    private static let unknown = JSON5Error(offset: 0, reason: "")

    private static func address(_ value: JSON5Value) throws(JSON5Error) -> Address {
        try value.check(keys: ["": ["open", "code"]])
        try value.check(forms: [
            "open": JSON5Form(.text, example: "\"https://example.org/device\""),
            "code": JSON5Form(.text, example: "\"ABCD-EFGH\""),
        ])
        struct Form: Decodable { var open: String, code: String? }
        let form = try value.decode(Form.self)
        guard isWebAddress(form.open), form.code.map(isShort) ?? true else {
            throw JSON5Error(offset: 0, reason: "“open” must be a web address, and “code” short")
        }
        return Address(url: form.open, code: form.code)
    }

    private static func waiting(_ value: JSON5Value) throws(JSON5Error) -> Bool {
        try value.check(keys: ["": ["waiting"]])
        try value.check(forms: ["waiting": JSON5Form(.boolean, example: "true")])
        struct Form: Decodable { var waiting: Bool }
        return try value.decode(Form.self).waiting
    }

    private static func answer(_ value: JSON5Value) throws(JSON5Error) -> SetupAnswer {
        let keys: Set<String> = [
            "address", "key", "streamID", "latency", "publicURL", "limits", "live", "finish",
        ]
        try value.check(keys: ["": keys, "limits": BroadcastService.Limits.keys])
        try value.check(forms: answerForms.merging(BroadcastService.Limits.forms) { first, _ in first })
        return try value.decode(SetupAnswer.self)
    }

    private static let answerForms: [String: JSON5Form] = [
        "address": JSON5Form(.text, example: "\"rtmps://example.org/live\""),
        "key": JSON5Form(.text, example: "\"abcd-1234\""), "streamID": JSON5Form(.text, example: "\"lectures\""),
        "latency": JSON5Form(.wholeNumber, example: "200"),
        "publicURL": JSON5Form(.text, example: "\"https://example.org/watch\""),
        "live": JSON5Form(.list, example: "[\"./program\"]"), "live[]": JSON5Form(.text, example: "\"./program\""),
        "finish": JSON5Form(.list, example: "[\"./program\"]"), "finish[]": JSON5Form(.text, example: "\"./program\""),
    ]

    private static func isShort(_ text: String) -> Bool {
        text.utf8.count <= 100 && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Returns true if a text is an address that a browser opens.
    static func isWebAddress(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://")) && text.utf8.count <= 2000
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
