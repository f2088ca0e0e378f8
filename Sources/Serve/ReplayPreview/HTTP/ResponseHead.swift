import NIOHTTP1

/// The head of a response, and the part of the content to send.
struct ResponseHead {
    let head: HTTPResponseHead
    /// The range of the file, if the content is a file.
    let range: Range<Int64>

    /// The default fields of every response. A page may load only this server's files, and no other site may frame,
    /// read or embed it.
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

    /// Creates the head.
    /// - Parameter request: The request, or nil if it could not be parsed.
    init(_ response: HTTPResponse, to request: HTTPRequestHead?) {
        var (status, headers, range) = (response.status, response.headers, Int64(0)..<0)
        for (name, value) in Self.fields where !headers.contains(name: name) { headers.add(name: name, value: value) }
        switch response.content {
        case .bytes(let bytes):
            if status.mayHaveResponseBody { headers.replaceOrAdd(name: "Content-Length", value: "\(bytes.count)") }
        case .file(let file):
            range = Self.describe(file, request, &status, &headers)
        case .stream:
            // An HTTP/1.0 client reads until the connection closes. The response to HEAD states no length.
            if let request, request.version != .http1_0, request.method != .HEAD {
                headers.replaceOrAdd(name: "Transfer-Encoding", value: "chunked")
            }
        }
        head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        self.range = range
    }

    /// Determines the range of the file to send, and describes it in the headers.
    private static func describe(
        _ file: HTTPFile, _ request: HTTPRequestHead?, _ status: inout HTTPResponseStatus, _ headers: inout HTTPHeaders
    ) -> Range<Int64> {
        var range = 0..<file.size
        // Ranges apply only to GET (RFC 9110, section 14.2).
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
