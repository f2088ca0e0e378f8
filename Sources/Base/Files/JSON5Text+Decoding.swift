import FoundationEssentials
package import ReplayJSON

extension JSON5Value {
    /// The value without its offsets in the text.
    package var plain: JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): Int64(exactly: value).map { .integer($0) } ?? .number(value)
        case .string(let value): .string(value)
        case .array(let values): .array(values.map(\.plain))
        case .object(let members):
            .object(Dictionary(members.map { ($0.key, $0.value.plain) }) { first, _ in first })
        }
    }

    /// Decodes the value.
    /// - Throws: `JSON5Error` with the offset of the invalid value.
    package func decode<Value: Decodable>(_ type: Value.Type) throws(JSON5Error) -> Value {
        do {
            return try JSONDecoder().decode(type, from: JSONEncoder().encode(plain))
        } catch let error as DecodingError {
            throw JSON5Error(offset: place(of: error), reason: error.sentence)
        } catch {
            throw JSON5Error(offset: offset, reason: "it is not valid")
        }
    }

    /// Checks that all keys are allowed.
    /// - Parameter allowed: The keys of each object by its path, such as `video` or `hls.rungs`. An object whose
    ///   path is missing may have any keys.
    /// - Throws: `JSON5Error` at the first key that is not allowed.
    package func check(keys allowed: [String: Set<String>], path: String = "") throws(JSON5Error) {
        switch content {
        case .array(let items): for item in items { try item.check(keys: allowed, path: path) }
        case .object(let members):
            for member in members {
                let full = path.isEmpty ? member.key : "\(path).\(member.key)"
                guard allowed[path]?.contains(member.key) != false else {
                    throw JSON5Error(offset: member.keyOffset, reason: "there is no key “\(full)”")
                }
                try member.value.check(keys: allowed, path: full)
            }
        default: return
        }
    }

    /// Checks that all values have the form of their keys.
    /// - Parameter forms: The forms by the paths of the keys, such as `video.crf`. A key
    ///   without a form may have any value.
    /// - Throws: `JSON5Error` at the first value of another form, with the expected form and an example.
    package func check(forms: [String: JSON5Form], path: String = "") throws(JSON5Error) {
        if let form = forms[path], !form.fits(self) {
            throw JSON5Error(
                offset: offset, reason: "“\(path)” is \(kind), but must be \(form.noun), such as \(form.example)")
        }
        switch content {
        case .array(let items): for item in items { try item.check(forms: forms, path: path + "[]") }
        case .object(let members):
            for member in members {
                try member.value.check(forms: forms, path: path.isEmpty ? member.key : "\(path).\(member.key)")
            }
        default: return
        }
    }

    /// Returns the offset of the value that could not be decoded, or of the object in which a key is missing.
    private func place(of error: DecodingError) -> Int {
        let context: DecodingError.Context? =
            switch error {
            case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        let path = context?.codingPath.map { key in key.intValue.map { String($0) } ?? key.stringValue } ?? []
        return value(at: path)?.offset ?? offset
    }
}
