import CPreviewPage
import Hummingbird
import NIOHTTP1

/// The page's files, which are embedded in this program.
enum Page {
    private static let files: [String: [UInt8]] = {
        guard var file = preview_page_files() else { return [:] }
        var files: [String: [UInt8]] = [:]
        while let name = file.pointee.name {
            files[String(cString: name)] = Array(
                UnsafeBufferPointer(start: file.pointee.bytes, count: Int(file.pointee.count)))
            file += 1
        }
        return files
    }()

    /// - Throws: `HTTPError` where there is no such file.
    static func response(to name: String) throws(HTTPError) -> Response {
        guard let bytes = files[name] else { throw .notFound }
        return .bytes(bytes, type: name.hasSuffix(".html") ? "text/html; charset=utf-8" : MediaType.of(name))
    }
}
