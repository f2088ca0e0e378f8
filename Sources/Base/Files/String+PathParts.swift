import Glibc

extension String {
    private static let slash = UInt8(ascii: "/")

    /// The value of an environment variable, where there is one that is not empty.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(path: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the path begins at the root.
    package var isAbsolutePath: Bool { utf8.first == Self.slash }

    /// Whether the text has that byte, which is ASCII.
    package func hasByte(_ byte: Unicode.Scalar) -> Bool { utf8.contains(UInt8(ascii: byte)) }

    /// The path's folder, and the name in it: “.” and the whole where there is no slash.
    package var pathParts: (folder: String, name: String) {
        guard let slash = utf8.lastIndex(of: Self.slash) else { return (".", self) }
        let name = String(self[utf8.index(after: slash)...])
        return (slash == utf8.startIndex ? "/" : String(self[..<slash]), name)
    }

    /// What stands between the slashes.
    package var pathComponents: [String] { utf8.split(separator: Self.slash).map { String(Substring($0)) } }

    /// Without slashes at its end.
    package var withoutEndingSlashes: String {
        var end = utf8.endIndex
        while end > utf8.index(utf8.startIndex, offsetBy: 1, limitedBy: utf8.endIndex) ?? utf8.endIndex,
            utf8[utf8.index(before: end)] == Self.slash
        {
            end = utf8.index(before: end)
        }
        return String(self[..<end])
    }

    /// An absolute path without `.`, `..` and empty components. Links are not regarded.
    package var normalizedPath: String {
        var components: [String] = []
        for component in pathComponents where component != "." {
            if component == ".." { _ = components.popLast() } else { components.append(component) }
        }
        return "/" + components.joined(separator: "/")
    }

    /// Whether the path, which is normalized, is that of something in a folder, whose path is normalized too.
    package func isPath(inside folder: String) -> Bool {
        utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// Whether both are the same to the byte: `==` takes two ways to write an accent for one.
    package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The same path as an argument that no program takes for an option or a separator.
    package var asArgument: String {
        guard let first = utf8.first, [UInt8(ascii: "-"), UInt8(ascii: ":")].contains(first) else {
            return self
        }
        return "./" + self
    }

    /// The path from the root, without links.
    /// - Throws: where there is nothing of that name.
    package func resolvedPath() throws(FileSystemError) -> String {
        guard let path = realpath(cPath, nil) else { throw FileSystemError(operation: "open", subject: self) }
        defer { free(path) }
        return String(path: path)
    }
}
