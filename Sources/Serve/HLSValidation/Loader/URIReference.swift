import ReplayLibrary

/// The target of a URI in a playlist, relative to the folder to check (RFC 3986, 4.2).
enum URIReference: Equatable {
    /// A file of the folder, by the components of its path.
    case file([String])
    /// Another host or scheme.
    case elsewhere
    /// The root of the host, or a parent of the folder.
    case outside
    case invalid

    private static let lengthLimit = 4096

    /// Resolves a URI.
    /// - Parameter base: The components of the playlist's folder.
    init(_ uri: String, base: [String]) {
        self = Self.resolve(uri, against: base)
    }

    /// The file's path, or nil if it is not a file of the folder.
    var path: String? {
        if case .file(let components) = self { components.joined(separator: "/") } else { nil }
    }

    private static func resolve(_ uri: String, against base: [String]) -> URIReference {
        guard !uri.isEmpty, uri.utf8.count <= lengthLimit, uri.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            return .invalid
        }
        if uri.utf8.starts(with: "//".utf8) || hasScheme(uri) { return .elsewhere }
        if uri.isAbsolutePath || uri.hasByte("\\") { return .outside }
        let path = String(Substring(uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
        var components = base
        for part in path.pathComponents {
            guard let name = decoded(part[...]) else { return .invalid }
            if name.hasByte("/") { return .outside }
            switch name {
            case ".": continue
            case "..":
                if components.popLast() == nil { return .outside }
            default: components.append(name)
            }
        }
        return components.isEmpty || path.isEmpty ? .invalid : .file(components)
    }

    private static func hasScheme(_ uri: String) -> Bool {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return uri[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// Returns the text without percent-encoding, or nil if that is invalid, not UTF-8, or hides a control character.
    private static func decoded(_ part: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = part.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let code = UInt8(String(Substring(rest.prefix(2))), radix: 16), code >= 0x20 else {
                return nil
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
