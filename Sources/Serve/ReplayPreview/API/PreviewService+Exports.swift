import Descriptors
import Files
import FoundationEssentials
import Glibc
import NIOHTTP1
import ReplayImporter
import ReplayLibrary
import ReplayRendering
import Synchronization
import Threads

extension HTTPRequest {
    private static let bodyLimit = 64 << 10

    /// Decodes the body, which must be JSON.
    func decoded<Body: Decodable>(_: Body.Type) async throws -> Body {
        let bytes = try await body.collect(upTo: Self.bodyLimit)
        do {
            return try JSONDecoder().decode(Body.self, from: Data(bytes))
        } catch {
            throw HTTPError.bad("the request’s body is not valid here")
        }
    }
}

// MARK: - Exports

extension PreviewService {
    struct ExportBody: Decodable {
        let preset: String
        let file: String
        let overwrite: Bool?
    }

    struct Presets: Encodable {
        struct Entry: Encodable {
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
        let folder = try await desk.outputFolder
        let library = desk.library
        let fileName = try await desk.pool.runIfActive { try library.recording(id).fileName }
        return Presets(presets: Preset.builtIn.map { Presets.Entry($0, fileName: fileName) }, folder: folder)
    }

    struct Estimate: Encodable {
        let bytes: Int64
        let seconds: Double
    }

    /// Returns the estimated size of an export and the time that it takes.
    func estimate(of id: RecordingID, preset name: String) async throws -> Estimate {
        guard let preset = Preset.builtIn.first(where: { $0.name == name }) else { throw HTTPError.notFound }
        let contents = try await desk.recording(id).current
        do {
            let estimate = try await desk.estimates.estimate(contents, preset)
            return Estimate(bytes: estimate.bytes, seconds: estimate.seconds)
        } catch ExportError.cancelled {
            throw HTTPError(.serviceUnavailable, "another task must finish first; try again")
        }
    }

    func export(_ id: RecordingID, _ body: ExportBody) async throws -> ExportDescription {
        let preset = try Preset.named(body.preset)
        guard !body.file.isEmpty, !body.file.utf8.contains(0) else {
            throw HTTPError.bad("the export needs a file name")
        }
        let folder = try await desk.outputFolder
        let path = body.file.isAbsolutePath ? body.file : folder + "/" + body.file
        let session = try await desk.recording(id).current.session
        // An estimate would take processor time from the export.
        await desk.estimates.cancel()
        let desk = await desk.exports
        return try await desk.start(session, preset: preset, to: path, overwriting: body.overwrite ?? false)
    }

    func export(_ path: ArraySlice<String>, _ request: HTTPRequest) async throws -> HTTPResponse {
        let desk = await desk.exports
        guard let id = path.first.flatMap({ Int($0) }), let export = await desk.description(id) else {
            throw HTTPError.notFound
        }
        switch (path.dropFirst().joined(), request.method) {
        case ("", .DELETE):
            _ = await desk.cancel(id)
            return HTTPResponse(.noContent)
        case ("show", .POST):
            try await Desktop.open(export.path.pathParts.folder)
            return HTTPResponse(.noContent)
        default: throw HTTPError.method
        }
    }

    /// Returns a file of a finished export: the output, or a file in its folder.
    func exported(_ path: [String], _ request: HTTPRequest) async throws -> HTTPResponse {
        let desk = await desk.exports
        guard let export = await desk.path(ofTicket: path[1]), export.pathParts.name.hasSameBytes(as: path[2]) else {
            throw HTTPError.notFound
        }
        let path = ([export] + path.dropFirst(3)).joined(separator: "/")
        let file = try await self.desk.pool.runIfActive {
            let file = try OwnedDescriptor(opening: path, to: "read")
            return try FileSystemError.catching("read", subject: path) { try HTTPFile(file) }
        }
        var response = HTTPResponse.file(file, type: MediaType.of(path))
        if request.query["download"] != nil { response.headers.add(name: "Content-Disposition", value: "attachment") }
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
    /// Imports a movie file into the library, with the file's name without extension as the recording's name.
    func importMovie(_ request: HTTPRequest) async throws -> ImportedRecording {
        let file = try request.text("name").pathParts.name
        let upload = try await Upload.receive(request.body, in: desk.library, on: desk.pool)
        let notes = ImportNotes()
        let recording = try await WorkerThread.run("import") { [library = desk.library] in
            var importer = MovieImporter(library: library)
            importer.report = notes.add
            let name = try library.freeName(MovieImporter.name(of: file) ?? file, report: notes.add)
            return try importer.importMovie(at: upload.path, name: name)
        }
        await desk.tell(.library)
        return ImportedRecording(summary: RecordingSummary(recording), notes: notes.all)
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
