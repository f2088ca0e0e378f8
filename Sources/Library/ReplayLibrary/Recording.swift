package import Files
import FoundationEssentials
import Glibc
package import MediaTime
import SystemPackage

/// A recording: a private movie with its facts, its events and its edit, in a folder of its own.
///
/// Only Replay opens the movie; other programs are given exports.
public struct Recording: Sendable, Identifiable {
    /// What a recording is at the moment.
    public enum State: String, Codable, Sendable {
        /// It is being written.
        case recording
        /// It came to its end, whatever the reason: see `RecordingFacts.Ending`.
        case finished
        /// Its writer was killed. What had been written is there.
        case interrupted
        /// Some of its files are damaged: see `RecordingFacts.damage`. What can be read of them is there.
        case damaged
    }

    /// The recording.
    public let id: RecordingID
    /// As they were when the recording was looked up.
    public let facts: RecordingFacts
    package let folder: Directory

    package static let movieName = "movie.mp4"
    /// The movie of a copy while it is made. A recording that has no movie yet is no recording.
    static let unfinishedCopyName = "movie.mp4.new"
    /// The movie's frames once more, 640 pixels wide and each a keyframe, for a preview; a recording need not have it.
    package static let proxyName = "proxy.mp4"
    /// The proxy while it is made afterwards.
    package static let unfinishedProxyName = "proxy.mp4.part"
    /// How loud its audio is, once a page of the preview has looked at it.
    package static let waveformName = "waveform.dat"
    /// The captions that an imported movie had, in WebVTT, in the recording's time; a recording need not have them.
    package static let captionsName = "captions.vtt"
    /// Of a proxy, in pixels; a frame that is narrower keeps its width.
    package static let proxyWidth = 640

    /// What its recorder did, in lines: for who looks for a fault.
    package static let logName = "log.txt"

    package init(id: RecordingID, facts: RecordingFacts, folder: Directory) {
        self.id = id
        self.facts = facts
        self.folder = folder
    }

    /// What its user calls it, or its id.
    public var displayName: String { facts.name ?? id.description }

    /// The name of a file for it, without an extension: its name as far as a file can have it, or its id.
    public var fileName: String {
        guard let name = facts.name else { return id.description }
        let kept = name.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar == "/" || scalar == "\0" || scalar.properties.generalCategory == .control ? "-" : scalar
        }
        let text = String(String.UnicodeScalarView(kept)).drop { $0 == "." || $0 == "-" || $0 == " " }
        // File systems take names of 255 bytes, and an extension follows.
        let short = text.utf8.count <= 200 ? text : text.prefix(50)
        return short.isEmpty ? id.description : String(short)
    }

    /// Looked at afresh with each call.
    public var state: State {
        if RecordingLock.isHeld(in: folder) { return .recording }
        // The writer's last act before it lets go is to say how the recording ended.
        let facts = (try? folder.read(RecordingFacts.self)) ?? facts
        if facts.damage != nil { return .damaged }
        return facts.ending == nil ? .interrupted : .finished
    }

    /// The movie's size so far, in bytes.
    public var movieSize: Int64 { folder.size(of: Self.movieName) }

    /// Whether there is a whole proxy, or the one of a recording that is being made.
    package var hasProxy: Bool { folder.contains(Self.proxyName) }

    /// The proxy's size so far, in bytes; 0 where there is none.
    package var proxySize: Int64 {
        folder.size(of: folder.contains(Self.proxyName) ? Self.proxyName : Self.unfinishedProxyName)
    }

    /// Where the recording's files are. They are private: give exports to other programs.
    public var path: String { folder.path }

    /// Damaged files that a repair replaced and kept as they were. Only their user removes them.
    public var damagedFiles: [String] {
        get throws(FileSystemError) {
            try folder.entries().filter { $0.contains(".damaged") }.map { folder.path + "/" + $0 }
        }
    }

    /// The path of the captions that an imported movie had, in WebVTT and in the recording's time, or nil if it had none.
    public var captionsPath: String? { folder.contains(Self.captionsName) ? path + "/" + Self.captionsName : nil }

    /// Where its recorder's log is; nil where there is none.
    public var logPath: String? { folder.contains(Self.logName) ? path + "/" + Self.logName : nil }

    /// The home of the library that it is in.
    package var home: String { path.pathParts.folder.pathParts.folder }

    /// A still screen is written down every two seconds: so much later than its last frame may a movie end.
    package static let maxStill = MediaTime(value: 3, timescale: 1)
}

extension Recording {
    /// When an instant of the recording was recorded, in ISO 8601, in UTC, to the millisecond.
    package func dateText(at time: MediaTime) -> String {
        let date = facts.createdAt.addingTimeInterval(Double(time.converted(to: 1000, rounding: .down).value) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension Recording {
    /// Notes that the recording was exported, for `hasExport`.
    /// - Parameters:
    ///   - path: the file or the HLS folder.
    ///   - isPart: True if the export has a part of the recording only, so that it cannot stand for it.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public func noteExport(at path: String, isPart: Bool = false) throws {
        let place = try path.resolvedPath()
        let bytes = Self.size(of: place)
        try change {
            $0.add(RecordingExports.Output(path: place, bytes: bytes, date: Date(), isPart: isPart ? true : nil))
        }
    }

    /// Notes where an export of it is made in chunks, which hold parts of the movie: a redaction removes them.
    /// - Parameter path: the folder, which is there.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public func noteChunks(at path: String) throws {
        let place = try path.resolvedPath()
        try change { $0.add(chunkFolder: place) }
    }

    private func change(_ body: (inout RecordingExports) -> Void) throws {
        try folder.exclusively {
            try folder.removeUnfinished(of: RecordingExports.fileName)
            var exports = try storedExports()
            body(&exports)
            try folder.write(exports)
        }
    }

    /// True if an export of all of it is still where it was written, and as long.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public var hasExport: Bool {
        get throws {
            try storedExports().outputs.contains { output in
                output.isPart != true && access(output.path.cPath, F_OK) == 0
                    && Self.size(of: output.path) == output.bytes
            }
        }
    }

    /// Where exports of it are that were made with this library, as far as they are still there: files and folders, the last
    /// 100 of them.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public var exportPaths: [String] {
        get throws { try storedExports().outputs.map(\.path).filter { access($0.cPath, F_OK) == 0 } }
    }

    /// Where exports of it were made in chunks, the last 100 of them, whether they are there still or not.
    /// - Throws: `FileSystemError`, `DocumentError`.
    package var chunkFolders: [String] {
        get throws { try storedExports().chunkFolders ?? [] }
    }

    private func storedExports() throws -> RecordingExports {
        folder.contains(RecordingExports.fileName) ? try folder.read(RecordingExports.self) : RecordingExports()
    }

    /// Nil: it is no regular file.
    private static func size(of path: String) -> Int64? {
        guard let status = try? Stat(path.cPath), status.type == .regular else { return nil }
        return status.size
    }
}

extension Recording {
    /// Whether any file of the recording has, or may have, anything of a movie but its header.
    package func holdsMedia() throws -> Bool {
        try folder.entries().contains { name in
            guard name.hasSuffix(".mp4") else { return false }
            return try holdsMedia(name)
        }
    }

    /// Whether a file has, or may have, anything of a movie but its header.
    package func holdsMedia(_ name: String) throws -> Bool {
        guard folder.size(of: name) > 0 else { return false }
        // Not by the boxes alone: they may be damaged.
        let types = ["moof", "mdat"].map { Array($0.utf8) }
        return try folder.withMovie(name) { file in
            try types.contains { try file.first($0, in: 0..<file.size) != nil }
        }
    }
}
