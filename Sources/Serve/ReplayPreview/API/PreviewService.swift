import FFmpeg
import MediaTime
import NIOHTTP1
import ReplayControl
import ReplayErrors
import ReplayLibrary
import ReplayMovie
import ReplayRendering
import ReplayTimeline

/// The service that answers the page's requests; see docs/PREVIEW.md.
struct PreviewService: HTTPService {
    let desk: PreviewDesk

    func serve(_ socket: EventSocket) async { await desk.serve(socket) }

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        do {
            return try await route(request)
        } catch {
            return Self.response(to: error)
        }
    }

    private func route(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (path, method) = (request.path, request.method)
        switch path.first {
        case nil: return try Page.response(to: ["page.html"])
        case "page": return try Page.response(to: path.dropFirst())
        case "exports" where path.count >= 3: return try await exported(path, request)
        case "api": break
        default: throw HTTPError.notFound
        }
        switch (path.dropFirst().first, path.count) {
        case ("recordings", 2) where method.reads: return .json(try await recordings())
        case ("recordings", 3...):
            guard let id = RecordingID(path[2]) else { throw HTTPError.notFound }
            return try await recording(id, path.dropFirst(3), request)
        case ("exports", 3...): return try await export(path.dropFirst(2), request)
        case ("recorder", 2...), ("sources", 2), ("screenshot", 2), ("microphone", 2):
            return try await recorder(path.dropFirst(), request)
        case ("import", 2) where method == .POST: return .json(try await importMovie(request))
        default: throw HTTPError.notFound
        }
    }

    /// Returns the response that reports an error to the page.
    static func response(to error: any Error) -> HTTPResponse {
        switch error {
        case let error as StaleRevision:
            return .json(EditConflict(error: error.description, edit: error.edit), status: .conflict)
        case let error as HTTPError: return .error(error)
        case let error as ConsentNeeded: return .json(error, status: .forbidden)
        case ExportError.outputExists(let path):
            return .error(.conflict, "\(path) already exists; replace it, or choose another name")
        case let error as any CategorizedError: return .error(error.category.httpStatus, error.description)
        default: return .error(.internalServerError, "\(error)")
        }
    }
}

extension HTTPError {
    static let notFound = HTTPError(.notFound, "there is nothing at this address")
    static let method = HTTPError(.methodNotAllowed, "this method is not supported at this address")

    static func bad(_ sentence: String) -> HTTPError { HTTPError(.badRequest, sentence) }
}

private struct EditConflict: Encodable {
    let error: String
    let edit: EditDescription
}

extension HTTPMethod {
    var reads: Bool { self == .GET || self == .HEAD }
}

extension ErrorCategory {
    fileprivate var httpStatus: HTTPResponseStatus {
        switch self {
        case .usage: .badRequest
        case .noInput: .notFound
        case .badData, .cannotCreate: .unprocessableEntity
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
        let library = desk.library
        return Library(
            recordings: try await desk.pool.runIfActive {
                let contents = try library.contents()
                let summaries =
                    contents.recordings.map { RecordingSummary($0) } + contents.damaged.map { RecordingSummary($0) }
                return summaries.sorted { $0.id > $1.id }
            })
    }

    private func recording(
        _ id: RecordingID, _ path: ArraySlice<String>, _ request: HTTPRequest
    ) async throws -> HTTPResponse {
        switch (path.joined(separator: "/"), request.method) {
        case ("", .GET): return .json(try await desk.recording(id).description())
        case ("", .DELETE):
            try await desk.discard(id)
            return HTTPResponse(.noContent)
        case ("name", .POST): return .json(try await rename(id, try await request.decoded(NameBody.self).name))
        case ("edit", .POST): return .json(try await edit(id, try await request.decoded(EditBody.self)))
        case ("marks", .POST):
            let body = try await request.decoded(MarkBody.self)
            return .json(try await mark(id, body))
        case ("images", .POST): return .json(try await storeImage(id, request))
        case ("presets", .GET): return .json(try await presets(of: id))
        case (_, .GET) where path.count == 3 && path.first == "presets" && path.last == "estimate":
            return .json(try await estimate(of: id, preset: path[path.startIndex + 1]))
        case ("exports", .POST): return .json(try await export(id, try await request.decoded(ExportBody.self)))
        case ("thumbnail", .GET):
            let height = min(max(16, Int(clamping: try request.number("height"))), 360)
            return .bytes(
                try await desk.thumbnail(of: id, at: try request.number("at"), height: height), type: "image/jpeg")
        default:
            guard request.method.reads else { throw HTTPError.method }
            return try await media(of: try await desk.recording(id), path.joined(separator: "/"), request)
        }
    }

    private struct NameBody: Decodable { let name: String }

    private func rename(_ id: RecordingID, _ name: String) async throws -> RecordingSummary {
        try RecordingConfiguration.validate(name: name)
        let library = desk.library
        let summary = try await desk.pool.runIfActive {
            try library.rename(id, to: name.isEmpty ? nil : name)
            return RecordingSummary(try library.recording(id))
        }
        await desk.tell(.library)
        return summary
    }

    private struct EditBody: Decodable {
        enum Operation: String, Decodable { case trim, cut, make, replace, remove, enable, disable, undo, redo }

        let operation: Operation
        let start: Int64?
        let end: Int64?
        /// An operation in the format of `replay edit`, without its range.
        let words: String?
        /// The number of a decision.
        let number: Int?
        let revision: String?

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

    private func edit(_ id: RecordingID, _ body: EditBody) async throws -> EditDescription {
        let recording = try await desk.recording(id)
        let edit = try await recording.decide(try Self.decision(body, recording.current.session.edit.timescale))
        await desk.tell(edit, of: id)
        return edit
    }

    private static func decision(_ body: EditBody, _ timescale: Int32) throws -> OpenRecording.Decision {
        switch body.operation {
        case .undo, .redo:
            guard let revision = body.revision else { throw HTTPError.bad("“revision” is missing") }
            return body.operation == .undo ? .undo(revision: revision) : .redo(revision: revision)
        case .remove, .enable, .disable:
            guard let revision = body.revision, let number = body.number else {
                throw HTTPError.bad("“number” or “revision” is missing")
            }
            let change: EditChange =
                body.operation == .remove ? .remove(number) : .enable(number, body.operation == .enable)
            return .change(change, revision: revision)
        case .make: return .perform(try body.written(timescale))
        case .replace:
            guard let revision = body.revision, let number = body.number else {
                throw HTTPError.bad("“number” or “revision” is missing")
            }
            return .change(.replace(number, try body.written(timescale)), revision: revision)
        case .trim, .cut:
            guard let range = try body.range(timescale) else {
                throw HTTPError.bad("“start” and “end” must be ticks, in this order")
            }
            return .perform(body.operation == .trim ? .trim(range) : .cut(range))
        }
    }

    private struct StoredImage: Encodable { let name: String }

    /// Stores an image, so that an operation can name it.
    private func storeImage(_ id: RecordingID, _ request: HTTPRequest) async throws -> StoredImage {
        let name = try request.text("name").pathParts.name
        let bytes = try await request.body.collect(upTo: RecordingImage.maxBytes)
        return StoredImage(name: try await desk.recording(id).storeImage(bytes, called: name))
    }

    private struct MarkBody: Decodable {
        let time: Int64
        let name: String?
    }

    private func mark(_ id: RecordingID, _ body: MarkBody) async throws -> RecordingDescription {
        try RecordingConfiguration.validate(name: body.name ?? "")
        let recording = try await desk.recording(id)
        let edit = try await recording.mark(at: body.time, name: body.name)
        await desk.tell(edit, of: id)
        return try await recording.description()
    }
}

// MARK: - Media

extension PreviewService {
    private func media(
        of recording: OpenRecording, _ kind: String, _ request: HTTPRequest
    ) async throws -> HTTPResponse {
        switch kind {
        case "video/init": return .bytes(try await recording.videoInitialization(), type: "video/mp4")
        case "audio/init": return .bytes(try await recording.audioInitialization(), type: "audio/mp4")
        case "video": return .bytes(try await video(of: recording, request), type: "video/mp4")
        case "audio":
            let (start, end) = (try request.number("start"), try request.number("end"))
            guard start <= end else { throw HTTPError.bad("“start” must be at most “end”") }
            return .bytes(
                try await recording.audio(revision: try request.text("revision"), samples: start..<end),
                type: "audio/mp4")
        case "still":
            let format = request.query["format"] == "png" ? ImageFormat.png : .jpeg
            return .bytes(
                try await recording.still(
                    revision: try request.text("revision"), at: try request.number("at"), format: format),
                type: "image/\(format.rawValue)")
        case "waveform":
            let found = try waveform(of: recording, request)
            // The page receives an event when more of the waveform has been read.
            await desk.readWaveforms(of: recording)
            return found
        default: throw HTTPError.notFound
        }
    }

    private func video(of recording: OpenRecording, _ request: HTTPRequest) async throws -> [UInt8] {
        let (revision, count) = (try request.text("revision"), Int(clamping: try request.number("count")))
        if request.query["frame"] != nil {
            let frame = Int(clamping: try request.number("frame"))
            return try await recording.video(revision: revision, count: count) { _ in frame }
        }
        let time = try request.number("at")
        return try await recording.video(revision: revision, count: count) { $0.number(at: time) }
    }

    private func waveform(of recording: OpenRecording, _ request: HTTPRequest) throws -> HTTPResponse {
        let timescale = recording.current.session.edit.timescale
        let columns = Int(clamping: try request.number("columns"))
        guard (1...16_384).contains(columns),
            let start = MediaTime(validating: try request.number("start"), timescale: Int64(timescale)),
            let end = MediaTime(validating: try request.number("end"), timescale: Int64(timescale)), start < end,
            let found = recording.waveforms.columns(
                columns, of: Int(clamping: try request.number("track")), in: TimeRange(start: start, end: end))
        else { throw HTTPError.bad("there is no such track, or range, or number of columns") }
        return HTTPResponse(
            headers: ["Content-Type": "application/octet-stream", "Replay-Progress": "\(found.progress)"],
            .bytes(found.bytes))
    }
}

extension HTTPRequest {
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
