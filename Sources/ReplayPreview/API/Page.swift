import NIOHTTP1

/// The page's own files, which are part of this program.
enum Page {
    private static let files: [String: [UInt8]] = [:]

    /// - Throws: `HTTPError` where there is no such file.
    static func response(to path: some Collection<String>) throws(HTTPError) -> HTTPResponse {
        guard path.count == 1, let name = path.first, let bytes = files[name] else { throw .notFound }
        return .bytes(bytes, type: name.hasSuffix(".html") ? "text/html; charset=utf-8" : MediaType.of(name))
    }
}
