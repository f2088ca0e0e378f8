import Glibc

extension String {
    private static let slash = UInt8(ascii: "/")

    /// Returns the value of an environment variable, or nil if it is unset or empty.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(path: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// True if the path begins at the root.
    package var isAbsolutePath: Bool { utf8.first == Self.slash }

    /// Returns true if the text contains this ASCII character.
    package func hasByte(_ byte: Unicode.Scalar) -> Bool { utf8.contains(UInt8(ascii: byte)) }

    /// The folder and the name in it. Without a slash the folder is “.” and the name is the whole path.
    package var pathParts: (folder: String, name: String) {
        guard let slash = utf8.lastIndex(of: Self.slash) else { return (".", self) }
        let name = String(self[utf8.index(after: slash)...])
        return (slash == utf8.startIndex ? "/" : String(self[..<slash]), name)
    }

    /// The components between the slashes, without empty ones.
    package var pathComponents: [String] { utf8.split(separator: Self.slash).map { String(Substring($0)) } }

    /// The path without slashes at its end; the root keeps its slash.
    package var withoutEndingSlashes: String {
        var end = utf8.endIndex
        while end > utf8.index(utf8.startIndex, offsetBy: 1, limitedBy: utf8.endIndex) ?? utf8.endIndex,
            utf8[utf8.index(before: end)] == Self.slash
        {
            end = utf8.index(before: end)
        }
        return String(self[..<end])
    }

    /// The path from the root. A relative path is one from the working folder, unless that folder is gone.
    package var absolutePath: String {
        guard !isAbsolutePath, let folder = getcwd(nil, 0) else { return self }
        defer { free(folder) }
        return String(path: folder) + "/" + self
    }

    /// The absolute path without `.`, `..` and empty components. Symbolic links are not resolved.
    package var normalizedPath: String {
        var components: [String] = []
        for component in pathComponents where component != "." {
            if component == ".." { _ = components.popLast() } else { components.append(component) }
        }
        return "/" + components.joined(separator: "/")
    }

    /// Returns true if this path is inside a folder. Both paths must be normalized.
    package func isPath(inside folder: String) -> Bool {
        utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// Returns true if the bytes are equal. `==` treats different encodings of the same accented letter as equal.
    package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The path as an argument that no program reads as an option or a separator. A path that
    /// begins with “-” or “:” gets `./` in front.
    package var asArgument: String {
        guard let first = utf8.first, [UInt8(ascii: "-"), UInt8(ascii: ":")].contains(first) else {
            return self
        }
        return "./" + self
    }

    /// Returns the absolute path without symbolic links.
    /// - Throws: `FileSystemError` if there is no such file or folder.
    package func resolvedPath() throws(FileSystemError) -> String {
        guard let path = realpath(cPath, nil) else { throw FileSystemError(operation: "open", subject: self) }
        defer { free(path) }
        return String(path: path)
    }
}
