import FoundationEssentials
import HLSOutput
import HTTPTypes
import Hummingbird
import MediaTime
import NIOCore
import NIOPosix

/// Answers the requests of viewers. The token is the first component of each path.
struct LiveResponder: HTTPResponder {
    typealias Context = ViewerContext

    let presentation: LivePresentation
    let comments: LiveComments
    let token: String
    let activity: ViewerActivity
    /// The threads that read the media.
    let files: NIOThreadPool

    /// The longest time to wait for a segment or a part: three target durations (draft-pantos-hls-rfc8216bis, 6.2.5.2).
    private static let timeout = Duration.seconds(9)
    /// The number of segments after the last one that a playlist's request may name (6.2.5.2).
    private static let lookahead = 2

    func respond(to request: Request, context: ViewerContext) async throws -> Response {
        guard request.method == .get || request.method == .head else {
            return Self.text(.methodNotAllowed, "only GET and HEAD are served here")
        }
        var response = await answer(request, for: Viewer(request, from: context.address))
        response.headers.append(.viewer)
        if request.method == .head { response.body = ResponseBody() }
        return response
    }

    private func answer(_ request: Request, for viewer: Viewer) async -> Response {
        let parts = request.uri.path.drop { $0 == "/" }.split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.isSecret(token) else { return Self.text(.notFound, "not found") }
        guard parts.count == 2 else {
            return Response(status: .permanentRedirect, headers: [.location: "/\(token)/"])
        }
        do throws(LiveRequest.Fault) {
            let wish = try LiveRequest(path: parts[1], query: Substring(request.uri.query ?? ""))
            return await answer(wish, for: viewer)
        } catch {
            return error == .missing
                ? Self.text(.notFound, "not found") : Self.text(.badRequest, "a delivery directive is not valid")
        }
    }

    private func answer(_ wish: LiveRequest, for viewer: Viewer) async -> Response {
        switch wish {
        case .page(let name):
            guard let file = PlayerPage.file(name) else { return Self.text(.notFound, "not found") }
            return Self.content(file.bytes, type: file.type, cache: "no-cache")
        case .main:
            await wait { presentation.main != nil }
            guard let text = presentation.main?.text else { return Self.notReady }
            return Self.playlist(text)
        case .playlist(let rendition, let directives): return await playlist(rendition, directives: directives)
        case .header(let rendition):
            guard let bytes = presentation.header(rendition) else { return Self.text(.notFound, "not found") }
            return Self.content(bytes, type: "video/mp4", cache: Self.lasting)
        case .segment(let rendition, let number):
            return await media(rendition, range: presentation.range(ofSegment: number, of: rendition), for: viewer)
        case .part(let rendition, let place): return await part(rendition, at: place, for: viewer)
        case .comments(let number): return await comments(after: number)
        case .state(let known):
            await wait { state != known }
            return Self.content(Array(#"{"state":"\#(state)"}"#.utf8), type: "application/json", cache: "no-store")
        }
    }

    /// The state of the broadcast for the player page: `live`, `paused` by its owner, or `ended`.
    private var state: String {
        presentation.window(.video)?.isEnded ?? false ? "ended" : presentation.isPaused ? "paused" : "live"
    }

    private func playlist(_ rendition: LiveRequest.Rendition, directives: LiveRequest.Directives) async -> Response {
        activity.note()
        guard let window = presentation.window(rendition) else { return Self.text(.notFound, "not found") }
        if let segment = directives.segment {
            guard segment <= window.nextPart.segment + Self.lookahead else {
                return Self.text(.badRequest, "segment \(segment) is too far ahead")
            }
            let isThere = await wait {
                presentation.window(rendition).map {
                    $0.isEnded || $0.contains(segment: segment, part: directives.part)
                }
                    ?? true
            }
            guard isThere else { return Self.notReady }
        } else {
            // A playlist without segments is an error for some players (hls.js), though parts are there.
            await wait { presentation.window(rendition)?.hasSegment ?? true }
        }
        guard let playlist = presentation.playlist(rendition, isDelta: directives.isDelta) else { return Self.notReady }
        return Self.playlist(playlist.text)
    }

    private func part(
        _ rendition: LiveRequest.Rendition, at place: LiveWindow.Place, for viewer: Viewer
    ) async -> Response {
        // The part of the preload hint is sent as soon as it is there (draft-pantos-hls-rfc8216bis, 6.2.6).
        if presentation.window(rendition)?.nextPart == place {
            await wait {
                presentation.window(rendition).map { $0.isEnded || $0.nextPart != place } ?? true
            }
        }
        return await media(rendition, range: presentation.window(rendition)?.range(of: place), for: viewer)
    }

    private func media(
        _ rendition: LiveRequest.Rendition, range: Range<Int64>?, for viewer: Viewer
    ) async -> Response {
        guard let range else { return Self.text(.notFound, "not found") }
        activity.note()
        do {
            let bytes = try await files.runIfActive { try presentation.bytes(range, of: rendition) }
            var response = Self.content([], type: "video/mp4", cache: Self.lasting)
            response.body = body(bytes, for: viewer)
            return response
        } catch {
            return Self.text(.internalServerError, "the media cannot be read")
        }
    }

    private func comments(after number: Int) async -> Response {
        do {
            let found = try await files.runIfActive { comments.comments(after: number) }
            let bytes = [UInt8](try JSONEncoder().encode(found))
            return Self.content(bytes, type: "application/json", cache: "no-store")
        } catch {
            return Self.text(.internalServerError, "the comments cannot be read")
        }
    }

    /// Returns a body that is counted when it was sent.
    private func body(_ bytes: [UInt8], for viewer: Viewer) -> ResponseBody {
        ResponseBody(contentLength: bytes.count) { [activity] writer in
            try await writer.write(ByteBuffer(bytes: bytes))
            activity.note(bytes.count, to: viewer)
            try await writer.finish(nil)
        }
    }

    /// Waits until a condition holds, for at most `timeout`.
    /// - Returns: True if it holds.
    @discardableResult private func wait(until holds: () -> Bool) async -> Bool {
        let deadline = HostTime.now + Self.timeout
        while true {
            let version = presentation.version
            if holds() { return true }
            if HostTime.now >= deadline || Task.isCancelled { return false }
            await presentation.change(after: version)
        }
    }
}

extension LiveResponder {
    /// The lifetime of media in caches, which never change.
    private static let lasting = "max-age=3600"

    private static var notReady: Response {
        var response = text(.serviceUnavailable, "nothing new was recorded")
        response.headers[.retryAfter] = "1"
        return response
    }

    private static func text(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        var response = content(Array((sentence + "\n").utf8), type: "text/plain; charset=utf-8", cache: "no-store")
        response.status = status
        return response
    }

    private static func playlist(_ text: String) -> Response {
        content(Array(text.utf8), type: "application/vnd.apple.mpegurl", cache: "no-cache")
    }

    private static func content(_ bytes: [UInt8], type: String, cache: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: cache],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension HTTPFields {
    /// The headers of every response. Players of other pages may fetch the media, because the token is in the address.
    fileprivate static let viewer = HTTPFields(
        [
            "Access-Control-Allow-Origin": "*",
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; media-src blob:; img-src 'self'; "
                + "connect-src 'self'; base-uri 'none'; form-action 'none'",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        ].compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })

    fileprivate mutating func append(_ fields: HTTPFields) { for field in fields { append(field) } }
}

extension Substring {
    /// Returns true if the text is the secret. The time does not depend on the position of a difference.
    fileprivate func isSecret(_ secret: String) -> Bool {
        let (given, expected) = (Array(utf8), Array(secret.utf8))
        guard given.count == expected.count else { return false }
        return zip(given, expected).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
