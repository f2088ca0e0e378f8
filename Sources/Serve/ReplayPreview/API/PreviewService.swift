import FFmpeg
import HTTPTypes
import Hummingbird
import MediaTime
import NIOHTTP1
import ReplayControl
import ReplayErrors
import ReplayLibrary
import ReplayMovie
import ReplayRendering
import ReplayTimeline
import Threads

/// The page's requests and their answers; see docs/PREVIEW.md.
struct PreviewService: HTTPService {
    let state: PreviewState

    var routes: [Route] {
        (pageRoutes + recordingRoutes + mediaRoutes + exportRoutes + recorderRoutes + broadcastRoutes + watchRoutes)
            .map { guarded($0) }
    }

    func serve(_ stream: EventStream, for request: APIRequest) async {
        if request.isViewers { return await state.serveViewer(stream) }
        await state.serve(stream, watching: request.query["watch"].flatMap { RecordingID($0) })
    }

    /// An error as the page gets it.
    func response(to error: any Error) -> Response {
        switch error {
        case let error as StaleRevision:
            return .json(EditConflict(error: error.description, edit: error.edit), status: .conflict)
        case let error as HTTPError: return .error(error.status, sentence: error.body ?? HTTPError.notFound.body ?? "")
        case let error as ConsentNeeded: return .json(error, status: .forbidden)
        case is HTTPParserError: return .error(.badRequest, sentence: "this is not an HTTP/1.1 request")
        case ExportError.outputExists(let path):
            return .error(.conflict, sentence: "\(path) already exists; replace it, or choose another name")
        case let error as any CategorizedError: return .error(error.category.httpStatus, sentence: error.description)
        default: return .error(.internalServerError, sentence: "\(error)")
        }
    }

    private var pageRoutes: [Route] {
        [
            Route(.get, "") { _ in try Page.response(to: "page.html") },
            Route(.get, "page/:name") { try Page.response(to: $0.path[1]) },
            Route(.post, "\(HTTPServer.eventsPath)/:stream") { request in
                guard let number = Int(request.path[2]) else { throw HTTPError.notFound }
                try await state.watch(try await request.decoded(PageMessage.self).watch, stream: number)
                return Response(status: .noContent)
            },
        ]
    }
}

extension HTTPError {
    static let notFound = HTTPError(.notFound, message: "there is nothing at this address")
    static let viewer = HTTPError(
        .forbidden, message: "a viewer can only watch; the owner of the recording can do this")
    static let method = HTTPError(.methodNotAllowed, message: "this method is not supported at this address")

    static func bad(_ sentence: String) -> HTTPError { HTTPError(.badRequest, message: sentence) }
}

private struct EditConflict: Encodable {
    let error: String
    let edit: EditDescription
}

extension ErrorCategory {
    fileprivate var httpStatus: HTTPResponse.Status {
        switch self {
        case .usage: .badRequest
        case .noInput: .notFound
        case .badData, .cannotCreate: .unprocessableContent
        case .notPermitted: .forbidden
        case .unavailable, .temporary: .serviceUnavailable
        default: .internalServerError
        }
    }
}

// MARK: - Recordings

extension PreviewService {
    private struct Library: Encodable { let recordings: [RecordingSummary] }

    private func recordings() async throws -> Library {
        let library = state.library
        return Library(
            recordings: try await state.pool.runIfActive {
                let contents = try library.contents()
                let summaries =
                    contents.recordings.map { RecordingSummary($0) } + contents.damaged.map { RecordingSummary($0) }
                return summaries.sorted { $0.id > $1.id }
            })
    }

    private var recordingRoutes: [Route] {
        [
            Route(.get, "api/recordings") { _ in .json(try await recordings()) },
            Route(.get, "api/recordings/:id", isForViewers: true) { request in
                let description = try await state.recording(try request.recording).description()
                return .json(request.isViewers ? description.forViewers : description)
            },
            Route(.get, "api/recordings/:id/comments") { request in
                .json(try await state.recording(try request.recording).comments())
            },
            Route(.delete, "api/recordings/:id") { request in
                try await state.discard(try request.recording)
                return Response(status: .noContent)
            },
            Route(.post, "api/recordings/:id/name") { request in
                .json(try await rename(try request.recording, to: try await request.decoded(NameBody.self).name))
            },
            Route(.post, "api/recordings/:id/edit") { request in
                .json(try await edit(try request.recording, with: try await request.decoded(EditBody.self)))
            },
            Route(.post, "api/recordings/:id/marks") { request in
                .json(try await mark(try request.recording, with: try await request.decoded(MarkBody.self)))
            },
            Route(.post, "api/recordings/:id/images") { .json(try await storeImage(for: try $0.recording, from: $0)) },
            Route(.post, "api/import") { .json(try await importMovie($0)) },
        ]
    }

    private struct NameBody: Decodable { let name: String }

    private func rename(_ id: RecordingID, to name: String) async throws -> RecordingSummary {
        try RecordingConfiguration.validate(name: name)
        let library = state.library
        let summary = try await WorkerThread.run(named: "rename") {
            try library.rename(id, to: name.isEmpty ? nil : name)
            return RecordingSummary(try library.recording(id))
        }
        await state.tell(.library)
        return summary
    }

    private struct EditBody: Decodable {
        enum Action: String, Decodable {
            case trim, cut, make, autozoom, replace, raise, remove, enable, disable, undo, redo
        }

        let action: Action
        let start: Int64?
        let end: Int64?
        /// An operation in the format of `replay edit`, without its range.
        let words: String?
        /// The number of an operation.
        let number: Int?
        let revision: String?

        private enum CodingKeys: String, CodingKey {
            case start, end, words, number, revision
            case action = "operation"
        }

        /// Returns the range, or nil if neither end is given.
        func range(_ timescale: Int32) throws -> TimeRange? {
            if start == nil, end == nil { return nil }
            guard let start = start.flatMap({ MediaTime(validating: $0, timescale: Int64(timescale)) }),
                let end = end.flatMap({ MediaTime(validating: $0, timescale: Int64(timescale)) }), start <= end
            else { throw HTTPError.bad("“start” and “end” must be ticks, in this order") }
            return TimeRange(start: start, end: end)
        }

        /// Parses `words`.
        func written(_ timescale: Int32) throws -> EditOperation {
            guard let words else { throw HTTPError.bad("“words” is missing") }
            return try WrittenOperation.operation(parsing: words, on: try range(timescale))
        }
    }

    private func edit(_ id: RecordingID, with body: EditBody) async throws -> EditDescription {
        let recording = try await state.recording(id)
        let edit = try await recording.perform(
            try Self.request(body, of: recording.current.session.history))
        await state.reportEdit(of: recording)
        return edit
    }

    private static func request(_ body: EditBody, of history: EditHistory) throws -> OpenRecording.EditRequest {
        let timescale = history.edit.timescale
        switch body.action {
        case .undo, .redo:
            guard let revision = body.revision else { throw HTTPError.bad("“revision” is missing") }
            return body.action == .undo ? .undo(revision: revision) : .redo(revision: revision)
        case .remove, .enable, .disable:
            guard let revision = body.revision, let number = body.number else {
                throw HTTPError.bad("“number” or “revision” is missing")
            }
            let change: EditChange =
                body.action == .remove ? .remove(number) : .enable(number, body.action == .enable)
            return .change(change, revision: revision)
        case .raise:
            guard let revision = body.revision, let number = body.number else {
                throw HTTPError.bad("“number” or “revision” is missing")
            }
            return .change(try history.raising(number), revision: revision)
        case .make: return .perform(try body.written(timescale))
        case .autozoom: return .autozoom(try body.range(timescale))
        case .replace:
            guard let revision = body.revision, let number = body.number else {
                throw HTTPError.bad("“number” or “revision” is missing")
            }
            return .change(.replace(number, try body.written(timescale)), revision: revision)
        case .trim, .cut:
            guard let range = try body.range(timescale) else {
                throw HTTPError.bad("“start” and “end” must be ticks, in this order")
            }
            return .perform(body.action == .trim ? .trim(range) : .cut(range))
        }
    }

    private struct StoredImage: Encodable { let name: String }

    /// Takes an image, for an operation to name.
    private func storeImage(for id: RecordingID, from request: APIRequest) async throws -> StoredImage {
        let name = try request.text("name").pathParts.name
        let bytes = try await request.bytes(upTo: RecordingImage.maxBytes)
        return StoredImage(name: try await state.recording(id).storeImage(bytes, called: name))
    }

    private struct MarkBody: Decodable {
        let time: Int64
        let name: String?
    }

    private func mark(_ id: RecordingID, with body: MarkBody) async throws -> RecordingDescription {
        try RecordingConfiguration.validate(name: body.name ?? "")
        let recording = try await state.recording(id)
        try await recording.mark(at: body.time, name: body.name)
        await state.reportEdit(of: recording)
        return try await recording.description()
    }
}

// MARK: - Media

extension PreviewService {
    private var mediaRoutes: [Route] {
        [
            Route(.get, "api/recordings/:id/video/init", isForViewers: true) { request in
                .bytes(try await state.recording(try request.recording).videoInitialization(), type: "video/mp4")
            },
            Route(.get, "api/recordings/:id/audio/init", isForViewers: true) { request in
                .bytes(try await state.recording(try request.recording).audioInitialization(), type: "audio/mp4")
            },
            Route(.get, "api/recordings/:id/video", isForViewers: true) { request in
                .bytes(try await video(of: state.recording(try request.recording), request), type: "video/mp4")
            },
            Route(.get, "api/recordings/:id/audio", isForViewers: true) { request in
                .bytes(try await audio(of: state.recording(try request.recording), request), type: "audio/mp4")
            },
            Route(.get, "api/recordings/:id/still", isForViewers: true) {
                try await still(of: state.recording(try $0.recording), $0)
            },
            Route(.get, "api/recordings/:id/thumbnail") { try await thumbnail($0) },
            Route(.get, "api/recordings/:id/waveform") { request in
                let recording = try await state.recording(try request.recording)
                let found = try waveform(of: recording, request)
                // The page hears of the rest when it has been read.
                await state.readWaveforms(of: recording)
                return found
            },
        ]
    }

    private func audio(of recording: OpenRecording, _ request: APIRequest) async throws -> [UInt8] {
        let (start, end) = (try request.number("start"), try request.number("end"))
        guard start <= end else { throw HTTPError.bad("“start” must be at most “end”") }
        return try await recording.audio(revision: try request.text("revision"), samples: start..<end)
    }

    private func still(of recording: OpenRecording, _ request: APIRequest) async throws -> Response {
        guard let format = ImageFormat(rawValue: request.query["format"] ?? ImageFormat.jpeg.rawValue) else {
            throw HTTPError.bad("“format” must be jpeg or png")
        }
        return .bytes(
            try await recording.still(
                revision: try request.text("revision"), at: try request.number("at"), format: format),
            type: "image/\(format.rawValue)")
    }

    private func thumbnail(_ request: APIRequest) async throws -> Response {
        let (id, height) = (try request.recording, min(max(16, Int(clamping: try request.number("height"))), 360))
        return .bytes(
            try await state.thumbnail(of: id, at: try request.number("at"), height: height), type: "image/jpeg")
    }

    private func video(of recording: OpenRecording, _ request: APIRequest) async throws -> [UInt8] {
        let (revision, count) = (try request.text("revision"), Int(clamping: try request.number("count")))
        if request.query["frame"] != nil {
            let frame = Int(clamping: try request.number("frame"))
            return try await recording.video(revision: revision, count: count) { _ in frame }
        }
        let time = try request.number("at")
        return try await recording.video(revision: revision, count: count) { $0.number(at: time) }
    }

    private func waveform(of recording: OpenRecording, _ request: APIRequest) throws -> Response {
        let timescale = recording.current.session.edit.timescale
        let columns = Int(clamping: try request.number("columns"))
        guard (1...16_384).contains(columns),
            let start = MediaTime(validating: try request.number("start"), timescale: Int64(timescale)),
            let end = MediaTime(validating: try request.number("end"), timescale: Int64(timescale)), start < end,
            let found = recording.waveforms.columns(
                columns, of: Int(clamping: try request.number("track")), in: TimeRange(start: start, end: end))
        else { throw HTTPError.bad("there is no such track, or range, or number of columns") }
        var response = Response.bytes(found.bytes, type: "application/octet-stream")
        if let name = HTTPField.Name("Replay-Progress") { response.headers[name] = "\(found.progress)" }
        return response
    }
}

extension APIRequest {
    /// The recording that the path names.
    /// - Throws: `HTTPError` of status 404 if the name is none of a recording.
    var recording: RecordingID {
        get throws(HTTPError) {
            guard let id = RecordingID(path[2]) else { throw .notFound }
            return id
        }
    }
    /// Returns a parameter of the query.
    func text(_ name: String) throws(HTTPError) -> String {
        guard let text = query[name] else { throw .bad("“\(name)” is missing") }
        return text
    }

    /// Returns a parameter of the query that is an integer from 0 on.
    func number(_ name: String) throws(HTTPError) -> Int64 {
        guard let number = Int64(try text(name)), number >= 0 else {
            throw .bad("“\(name)” must be an integer of at least 0")
        }
        return number
    }
}
