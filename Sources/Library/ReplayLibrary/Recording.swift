public import Files
import FoundationEssentials
import Glibc
package import MediaTime
import SystemPackage

/// A recording: a folder with a private movie, its facts, its events and its edit.
///
/// Only Replay opens the movie. Other programs use exports.
public struct Recording: Sendable, Identifiable {
    /// The current state of a recording.
    public enum State: String, Codable, Sendable {
        /// The recording is being written.
        case recording
        /// The recording ended, for any reason: see `RecordingFacts.Ending`.
        case finished
        /// The recorder was killed. Everything that it wrote until then is kept.
        case interrupted
        /// Some files are damaged: see `RecordingFacts.damage`. The readable parts can still be used.
        case damaged
    }

    /// The identifier of the recording.
    public let id: RecordingID
    /// The facts at the time when the recording was looked up.
    public let facts: RecordingFacts
    package let folder: Directory

    package static let movieName = "movie.mp4"
    /// The name of a duplicate's movie while it is copied. A folder without a movie is not a recording yet.
    static let unfinishedCopyName = "movie.mp4.new"
    /// The name of the proxy for the preview: the movie's frames, 640 pixels wide,
    /// all keyframes. A recording may lack it.
    package static let proxyName = "proxy.mp4"
    /// The name of a proxy that is being made after the recording ended.
    package static let unfinishedProxyName = "proxy.mp4.part"
    /// The name of the file with the audio's waveform. The preview writes it when a page first shows the audio.
    package static let waveformName = "waveform.dat"
    /// The name of the file with an imported movie's captions, in WebVTT and in the
    /// recording's time. A recording may lack it.
    package static let captionsName = "captions.vtt"
    /// The largest width of a proxy, in pixels. Narrower frames keep their width.
    package static let proxyWidth = 640

    /// The name of the recorder's log, which helps to find faults.
    package static let logName = "log.txt"

    package init(id: RecordingID, facts: RecordingFacts, folder: Directory) {
        self.id = id
        self.facts = facts
        self.folder = folder
    }

    /// The name that the user gave to the recording, or its id.
    public var displayName: String { facts.name ?? id.description }

    /// A file name for the recording, without an extension: its name without
    /// characters that files cannot have, or its id.
    public var fileName: String {
        guard let name = facts.name else { return id.description }
        let kept = name.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar == "/" || scalar == "\0" || scalar.properties.generalCategory == .control ? "-" : scalar
        }
        let text = String(String.UnicodeScalarView(kept)).drop { $0 == "." || $0 == "-" || $0 == " " }
        // File systems allow names of 255 bytes, and an extension follows.
        let short = text.utf8.count <= 200 ? text : text.prefix(50)
        return short.isEmpty ? id.description : String(short)
    }

    /// Returns the present state of the recording, which is read from the disk.
    public func state() -> State {
        if RecordingLock.isHeld(in: folder) { return .recording }
        // The writer records how the recording ended before it releases the lock.
        let facts = (try? folder.read(RecordingFacts.self)) ?? facts
        if facts.damage != nil { return .damaged }
        return facts.ending == nil ? .interrupted : .finished
    }

    /// Returns the movie's size so far, in bytes.
    public func movieSize() -> Int64 { folder.size(of: Self.movieName) }

    /// True if the recording has a complete proxy, or one that its recorder is writing.
    package var hasProxy: Bool { folder.contains(Self.proxyName) }

    /// The proxy's size so far, in bytes; 0 if there is no proxy.
    package var proxySize: Int64 {
        folder.size(of: folder.contains(Self.proxyName) ? Self.proxyName : Self.unfinishedProxyName)
    }

    /// The path of the recording's folder. Its files are private: give exports to other programs.
    public var path: String { folder.path }

    /// Returns the paths of damaged originals that a repair replaced. Only the user removes them.
    /// - Throws: `FileSystemError` if the folder cannot be read.
    public func damagedFiles() throws(FileSystemError) -> [String] {
        try folder.entries().filter { $0.contains(".damaged") }.map { folder.path + "/" + $0 }
    }

    /// Returns the path of an imported movie's captions, in WebVTT and in the recording's time; nil if it had none.
    public func captionsPath() -> String? { folder.contains(Self.captionsName) ? path + "/" + Self.captionsName : nil }

    /// Returns the path of the recorder's log; nil if there is none.
    public func logPath() -> String? { folder.contains(Self.logName) ? path + "/" + Self.logName : nil }

    /// The home folder of the library that contains the recording.
    package var home: String { path.pathParts.folder.pathParts.folder }

    /// The longest time from the last frame to the end of a movie: 3 s. A still screen gets a frame every two seconds.
    package static let maxStill = MediaTime(value: 3, timescale: 1)
}

extension Recording {
    /// Returns the wall-clock time of an instant of the recording, in ISO 8601, in UTC, to the millisecond.
    package func dateText(at time: MediaTime) -> String {
        let date = facts.createdAt.addingTimeInterval(Double(time.converted(to: 1000, rounding: .down).value) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension Recording {
    /// Stores in the recording that it was exported; `hasExport()` reads this.
    /// - Parameters:
    ///   - path: The exported file or HLS folder, which must exist.
    ///   - isPart: True if the export contains only a part of the recording, so that it does not replace the recording.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public func noteExport(at path: String, isPart: Bool = false) throws {
        let place = try path.resolvedPath()
        let bytes = Self.size(of: place)
        try change {
            $0.add(RecordingExports.Output(path: place, bytes: bytes, date: Date(), isPart: isPart ? true : nil))
        }
    }

    /// Stores the path of a folder with an export in chunks. Chunks contain parts of
    /// the movie, so a redaction removes them.
    /// - Parameter path: The folder, which must exist.
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

    /// Returns true if a complete export still exists at its path and, for a file, has the same size.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public func hasExport() throws -> Bool {
        try storedExports().outputs.contains { output in
            output.isPart != true && access(output.path.cPath, F_OK) == 0
                && Self.size(of: output.path) == output.bytes
        }
    }

    /// Returns the paths of exports that were made with this library and still exist: files and folders, at most the
    /// last 100.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public func exportPaths() throws -> [String] {
        try storedExports().outputs.map(\.path).filter { access($0.cPath, F_OK) == 0 }
    }

    /// Returns the folders of exports in chunks, at most the last 100, including folders that no longer exist.
    /// - Throws: `FileSystemError`, `DocumentError`.
    package func chunkFolders() throws -> [String] { try storedExports().chunkFolders ?? [] }

    private func storedExports() throws -> RecordingExports {
        folder.contains(RecordingExports.fileName) ? try folder.read(RecordingExports.self) : RecordingExports()
    }

    /// Returns the size in bytes, or nil if the path is not a regular file.
    private static func size(of path: String) -> Int64? {
        guard let status = try? Stat(path.cPath), status.type == .regular else { return nil }
        return status.size
    }
}

extension Recording {
    /// Returns true if any `.mp4` file of the recording contains, or may contain, media and not only a header.
    package func holdsMedia() throws -> Bool {
        try folder.entries().contains { name in
            guard name.hasSuffix(".mp4") else { return false }
            return try holdsMedia(name)
        }
    }

    /// Returns true if a file contains, or may contain, media and not only a header.
    package func holdsMedia(_ name: String) throws -> Bool {
        guard folder.size(of: name) > 0 else { return false }
        // Search the bytes instead of parsing the boxes, which may be damaged.
        let types = ["moof", "mdat"].map { Array($0.utf8) }
        return try folder.withMovie(named: name) { file in
            try types.contains { try file.first($0, in: 0..<file.size) != nil }
        }
    }
}
