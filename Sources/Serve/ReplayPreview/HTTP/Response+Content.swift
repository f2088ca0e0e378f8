import HTTPTypes
import Hummingbird
import NIOCore

/// The size of a part of a response, in bytes. A part is in memory until the client has taken it.
private let partSize = 128 << 10

extension Response {
    static func bytes(_ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok) -> Response {
        let body =
            bytes.count <= partSize
            ? ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            : ResponseBody(contentLength: bytes.count) { writer in
                for start in stride(from: 0, to: bytes.count, by: partSize) {
                    try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + partSize, bytes.count)]))
                }
                try await writer.finish(nil)
            }
        return Response(status: status, headers: [.contentType: type], body: body)
    }

    /// A response with parts whose number is not known. An error closes the connection, so that the client sees that the
    /// response is incomplete.
    static func stream(_ parts: some AsyncSequence<[UInt8], any Error> & Sendable, type: String) -> Response {
        let body = ResponseBody { writer in
            for try await part in parts { try await writer.write(ByteBuffer(bytes: part)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: type], body: body)
    }

    /// A JSON document with sorted keys, or an error of status 500 if the value has no JSON form.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        do {
            return bytes(try JSONText.bytes(of: value), type: "application/json", status: status)
        } catch {
            return bytes(
                Array(#"{"error":"the answer cannot be written as JSON"}"#.utf8), type: "application/json",
                status: .internalServerError)
        }
    }

    /// The document `{"error": sentence}`.
    static func error(_ status: HTTPResponse.Status, sentence: String) -> Response {
        json(["error": sentence], status: status)
    }
}

// MARK: - Files

extension Response {
    /// A file, or the range of it that a GET asks for (RFC 9110, section 14.2).
    static func file(_ file: HTTPFile, type: String, to request: APIRequest) -> Response {
        var headers: HTTPFields = [.contentType: type, .acceptRanges: "bytes", .eTag: file.tag]
        let wish = request.method == .get ? request.headers : [:]
        switch RangeRequest(wish, size: file.size, tag: file.tag) {
        case .whole:
            return Response(status: .ok, headers: headers, body: body(of: file, in: 0..<file.size, for: request))
        case .part(let part):
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)"
            return Response(status: .partialContent, headers: headers, body: body(of: file, in: part, for: request))
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(file.size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    /// Reads the file part by part, on threads that may block.
    private static func body(of file: HTTPFile, in range: Range<Int64>, for request: APIRequest) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [files = request.files] writer in
            var start = range.lowerBound
            while start < range.upperBound {
                let part = start..<min(start + Int64(partSize), range.upperBound)
                let bytes = try await files.runIfActive { try file.bytes(part) }
                try await writer.write(ByteBuffer(bytes: bytes))
                start = part.upperBound
            }
            try await writer.finish(nil)
        }
    }
}
