import NIOHTTP1

/// What of a response's content is sent, and the head that says so.
struct ResponseHead {
    let head: HTTPResponseHead
    /// Of the file, where the content is one.
    let range: Range<Int64>

    /// On every response, unless it has its own: a page of ours loads only what is ours, and no other site may frame
    /// it, read it or embed it.
    private static let fields: KeyValuePairs = [
        "Content-Security-Policy":
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cache-Control": "no-store",
    ]

    /// - Parameter request: nil where it could not be read.
    init(_ response: HTTPResponse, to request: HTTPRequestHead?) {
        var (status, headers, range) = (response.status, response.headers, Int64(0)..<0)
        for (name, value) in Self.fields where !headers.contains(name: name) { headers.add(name: name, value: value) }
        switch response.content {
        case .bytes(let bytes):
            if status.mayHaveResponseBody { headers.replaceOrAdd(name: "Content-Length", value: "\(bytes.count)") }
        case .file(let file):
            range = Self.describe(file, request, &status, &headers)
        case .stream:
            // An older client reads until the connection is closed; to HEAD, no length is told.
            if let request, request.version != .http1_0, request.method != .HEAD {
                headers.replaceOrAdd(name: "Transfer-Encoding", value: "chunked")
            }
        }
        head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        self.range = range
    }

    /// Says in the headers which range of the file is sent.
    private static func describe(
        _ file: HTTPFile, _ request: HTTPRequestHead?, _ status: inout HTTPResponseStatus, _ headers: inout HTTPHeaders
    ) -> Range<Int64> {
        var range = 0..<file.size
        // Ranges are a matter of GET alone (RFC 9110, section 14.2).
        let wish = request?.method == .GET ? request?.headers ?? [:] : [:]
        switch RangeRequest(wish, size: file.size, tag: file.tag) {
        case .whole: break
        case .part(let part):
            range = part
            status = .partialContent
            headers.replaceOrAdd(
                name: "Content-Range", value: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)")
        case .unsatisfiable:
            range = 0..<0
            status = .rangeNotSatisfiable
            headers.replaceOrAdd(name: "Content-Range", value: "bytes */\(file.size)")
        }
        headers.replaceOrAdd(name: "Accept-Ranges", value: "bytes")
        headers.replaceOrAdd(name: "ETag", value: file.tag)
        headers.replaceOrAdd(name: "Content-Length", value: "\(range.count)")
        return range
    }
}
