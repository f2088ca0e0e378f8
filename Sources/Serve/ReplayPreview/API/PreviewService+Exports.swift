import Descriptors
import Files
import FoundationEssentials
import Glibc
import HTTPTypes
import Hummingbird
import NIOHTTP1
import ReplayErrors
import ReplayImporter
import ReplayLibrary
import ReplayRendering
import Synchronization
import Threads

extension APIRequest {
    private static let bodyLimit = 64 << 10

    /// Decodes the body, which must be JSON.
    func decoded<Body: Decodable>(_: Body.Type) async throws -> Body {
        let bytes = try await bytes(upTo: Self.bodyLimit)
        do {
            return try JSONDecoder().decode(Body.self, from: Data(bytes))
        } catch {
            throw HTTPError.bad("the request’s body is not valid here")
        }
    }
}

// MARK: - Exports

extension PreviewService {
    var exportRoutes: [Route] {
        [
            Route(.get, "api/recordings/:id/presets") { .json(try await presets(of: try $0.recording)) },
            Route(.get, "api/recordings/:id/presets/:preset/estimate") { request in
                .json(try await estimate(of: try request.recording, preset: request.path[4]))
            },
            Route(.post, "api/recordings/:id/exports") { request in
                .json(try await export(try request.recording, with: try await request.decoded(ExportBody.self)))
            },
            Route(.delete, "api/exports/:number") { request in
                _ = await state.exports.cancel(try await description(request).id)
                return Response(status: .noContent)
            },
            Route(.post, "api/exports/:number/show") { request in
                try await Desktop.open(try await description(request).path.pathParts.folder)
                return Response(status: .noContent)
            },
            Route(.get, "exports/**") { try await exported($0) },
        ]
    }
    struct ExportBody: Decodable {
        let preset: String
        let file: String
        let overwrite: Bool?
    }

    struct Presets: Encodable, Sendable {
        struct Entry: Encodable, Sendable {
            /// The preset's name, which identifies it in an export request.
            let name: String
            /// The name that the page shows.
            let title: String
            /// The purpose of the export.
            let purpose: String
            /// The default name of the file.
            let file: String
            let isFolder: Bool

            init(_ preset: Preset, fileName: String) {
                (name, title, purpose) = (preset.name, preset.title.name, preset.title.purpose)
                (file, isFolder) = (fileName + preset.defaultSuffix, preset.hls != nil)
            }
        }

        let presets: [Entry]
        let folder: String
    }

    /// Returns the presets for exporting a recording, with file names derived from the recording's name.
    func presets(of id: RecordingID) async throws -> Presets {
        try await state.pool.runIfActive { [library = state.library] in
            let fileName = try library.recording(id).fileName
            return Presets(
                presets: Preset.builtIn.map { Presets.Entry($0, fileName: fileName) },
                folder: try OutputFolder.path(besides: library.path))
        }
    }

    struct Estimate: Encodable {
        let bytes: Int64
        let seconds: Double
    }

    /// Returns the estimated size of an export and the time that it takes.
    func estimate(of id: RecordingID, preset name: String) async throws -> Estimate {
        guard let preset = Preset.builtIn.first(where: { $0.name == name }) else { throw HTTPError.notFound }
        let contents = try await state.recording(id).current
        do {
            let estimate = try await state.estimates.estimate(contents, with: preset)
            return Estimate(bytes: estimate.bytes, seconds: estimate.seconds)
        } catch ExportError.cancelled {
            throw HTTPError(.serviceUnavailable, message: "another task must finish first; try again")
        }
    }

    func export(_ id: RecordingID, with body: ExportBody) async throws -> ExportDescription {
        let preset = try Preset.named(body.preset)
        guard !body.file.isEmpty, !body.file.utf8.contains(0) else {
            throw HTTPError.bad("the export needs a file name")
        }
        let folder = try await state.pool.runIfActive { [library = state.library] in
            try OutputFolder.path(besides: library.path)
        }
        let path = body.file.isAbsolutePath ? body.file : folder + "/" + body.file
        let recording = try await state.recording(id).current.recording
        // An estimate would take processor time from the export.
        await state.estimates.cancel()
        return try await state.exports.start(recording, preset: preset, to: path, overwriting: body.overwrite ?? false)
    }

    /// The export that the path names.
    private func description(_ request: APIRequest) async throws -> ExportDescription {
        guard let id = Int(request.path[2]), let export = await state.exports.description(id) else {
            throw HTTPError.notFound
        }
        return export
    }

    /// A file of a finished export: itself, or one in its folder.
    private func exported(_ request: APIRequest) async throws -> Response {
        let parts = request.path
        guard parts.count >= 3, let export = await state.exports.path(ofTicket: parts[1]),
            export.pathParts.name.hasSameBytes(as: parts[2])
        else { throw HTTPError.notFound }
        let path = ([export] + parts.dropFirst(3)).joined(separator: "/")
        let file = try await state.pool.runIfActive {
            let file = try OwnedDescriptor(opening: path, to: "read")
            return try FileSystemError.catching("read", subject: path) { try HTTPFile(file) }
        }
        var response = Response.file(file, type: MediaType.of(path), to: request)
        if request.query["download"] != nil { response.headers[.contentDisposition] = "attachment" }
        return response
    }
}

/// The IANA media type of a file, determined by its name.
enum MediaType {
    private static let types = [
        "mp4": "video/mp4", "m4s": "video/mp4", "webm": "video/webm", "gif": "image/gif", "vtt": "text/vtt",
        "m3u8": "application/vnd.apple.mpegurl", "html": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
    ]

    static func of(_ path: String) -> String {
        let name = path.pathParts.name
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }
}

// MARK: - Imports

extension PreviewService {
    /// Takes a movie file into the library, under the file's name without its extension.
    func importMovie(_ request: APIRequest) async throws -> ImportedRecording {
        let file = try request.text("name").pathParts.name
        guard !["", ".", ".."].contains(file) else { throw HTTPError.bad("“name” must be the name of a file") }
        let upload = try await Upload.receive(request.body, in: state.library, on: state.pool)
        let notes = ImportNotes()
        let summary = try await WorkerThread.run(named: "import") { [library = state.library] in
            var importer = MovieImporter(library: library)
            importer.report = notes.add
            let name = try library.freeName(MovieImporter.name(of: file) ?? file, report: notes.add)
            do {
                return RecordingSummary(try importer.importMovie(at: upload.path, name: name))
            } catch let error as any CategorizedError {
                throw UploadError(error, path: upload.path, name: file)
            }
        }
        await state.tell(.library)
        return ImportedRecording(summary: summary, notes: notes.all)
    }
}

/// The response to an import: a summary, and a sentence for each part of the movie that was not imported.
struct ImportedRecording: Encodable {
    let summary: RecordingSummary
    let notes: [String]

    private enum CodingKeys: CodingKey { case notes }

    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(notes, forKey: .notes)
    }
}

/// The notes of an import, which runs on a thread of its own.
private final class ImportNotes: Sendable {
    private let notes = Mutex<[String]>([])

    var all: [String] { notes.withLock { $0 } }

    func add(_ note: String) { notes.withLock { $0.append(note) } }
}
