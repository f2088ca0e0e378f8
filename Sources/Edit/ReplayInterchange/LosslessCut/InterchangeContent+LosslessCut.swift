import MediaTime

extension InterchangeContent {
    /// Returns the kept ranges as a project of version 2. A mark is a segment without an end.
    func losslessCutProject() -> String {
        let segments = edit.kept.map { segment(start: $0.start, end: $0.end) }
        let named = marks.map { segment(start: $0.time, name: $0.name ?? "") }
        return """
            {
              version: 2,
              mediaFileName: \(media.fileName.json5Quoted),
              cutSegments: [
            \((segments + named).joined(separator: "\n"))
              ],
            }

            """
    }

    private func segment(start: MediaTime, end: MediaTime? = nil, name: String = "") -> String {
        let end = end.map { "      end: \($0.decimalSeconds),\n" } ?? ""
        return "    {\n      start: \(start.decimalSeconds),\n\(end)      name: \(name.json5Quoted),\n    },"
    }
}

extension MediaTime {
    /// The time in seconds, rounded to nanoseconds, without trailing zeros.
    fileprivate var decimalSeconds: String {
        let (seconds, rest) = converted(to: 1_000_000_000, rounding: .nearest).value
            .quotientAndRemainder(dividingBy: 1_000_000_000)
        let decimals = String(rest + 1_000_000_000).dropFirst().reversed().drop { $0 == "0" }.reversed()
        return decimals.isEmpty ? "\(seconds)" : "\(seconds)." + String(decimals)
    }
}

extension String {
    /// The text as a JSON5 string in single quotes, as LosslessCut writes strings.
    fileprivate var json5Quoted: String {
        var quoted = "'"
        for scalar in unicodeScalars {
            switch scalar {
            case "'", "\\": quoted += "\\\(scalar)"
            case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }
}
