import Foundation
import Testing

/// The table of who may import whom. It is written here a second time, beside Package.swift, so that a new arrow is
/// a decision and not an accident.
private let table: [String: Set<String>] = [
    "ReplayErrors": [],
    "MediaTime": ["ReplayErrors"],
    "Threads": ["MediaTime", "ReplayErrors"],
    "Descriptors": ["SystemPackage"],
    "ReplayJSON": [],
    "FFmpeg": ["CFFmpeg", "CLinux", "Descriptors", "MediaTime", "ReplayErrors", "SystemPackage"],
    "FFmpegFilter": ["CFFmpeg", "CFFmpegFilter", "FFmpeg", "MediaTime"],
    "TextRendering": ["CAss", "ReplayErrors"],
    "ReplayTimeline": ["MediaTime", "ReplayErrors"],
    "ReplayLibrary": ["CLinux", "Descriptors", "MediaTime", "ReplayErrors", "ReplayJSON", "SystemPackage"],
    "ReplayMovie": ["Descriptors", "FFmpeg", "MediaTime", "ReplayErrors", "ReplayLibrary", "SystemPackage"],
    "ReplaySources": ["MediaTime", "ReplayErrors", "ReplayLibrary"],
    "DBus": ["CDBus", "Descriptors", "ReplayErrors", "SystemPackage"],
    "PipeWire": [
        "CLinux", "CPipeWire", "Descriptors", "MediaTime", "ReplayErrors", "ReplaySources", "SystemPackage",
    ],
    "ReplayCapture": [
        "CLinux", "CPixels", "CPulse", "CWayland", "CXCB", "DBus", "Descriptors", "FFmpeg", "MediaTime", "PipeWire",
        "ReplaySources", "SystemPackage",
    ],
    "ReplayControl": [
        "CLinux", "Descriptors", "MediaTime", "ReplayErrors", "ReplayJSON", "ReplayLibrary", "ReplaySources",
        "SystemPackage", "Threads",
    ],
    "ReplayRecording": [
        "CLinux", "CPixels", "Descriptors", "FFmpeg", "MediaTime", "ReplayControl", "ReplayLibrary", "ReplayMovie",
        "ReplaySources", "SystemPackage", "Threads",
    ],
    "ReplayRecorder": [
        "CLinux", "Descriptors", "FFmpeg", "Logging", "MediaTime", "ReplayCapture", "ReplayControl", "ReplayLibrary",
        "ReplayMovie", "ReplayRecording", "ReplaySources", "SystemPackage", "Threads",
    ],
    "ReplayEditor": [
        "MediaTime", "ReplayErrors", "ReplayJSON", "ReplayLibrary", "ReplayMovie", "ReplayTimeline",
    ],
    "ReplayExporter": [
        "Descriptors", "FFmpeg", "FFmpegFilter", "MediaTime", "ReplayEditor", "ReplayErrors", "ReplayJSON",
        "ReplayLibrary", "ReplayMovie", "ReplayTimeline", "SystemPackage", "TextRendering", "Threads",
    ],
    "ReplayHLS": [
        "Descriptors", "MediaTime", "NIOCore", "NIOHTTP1", "NIOPosix", "ReplayErrors", "ReplayLibrary", "ReplayMovie",
        "SystemPackage",
    ],
    "ReplayImporter": [
        "Descriptors", "FFmpeg", "FFmpegFilter", "MediaTime", "ReplayEditor", "ReplayLibrary", "ReplayMovie",
        "ReplayTimeline", "Threads",
    ],
    "ReplayBatch": [
        "Descriptors", "FFmpeg", "MediaTime", "ReplayEditor", "ReplayErrors", "ReplayExporter", "ReplayImporter",
        "ReplayJSON", "ReplayLibrary", "ReplayMovie", "ReplayTimeline", "Subprocess", "SystemPackage", "Threads",
    ],
    "Replay": [
        "MediaTime", "ReplayBatch", "ReplayControl", "ReplayEditor", "ReplayErrors", "ReplayExporter", "ReplayHLS",
        "ReplayImporter", "ReplayLibrary", "ReplayMovie", "ReplayPreview", "ReplayRecording", "ReplaySources",
        "ReplayTimeline",
    ],
    "ReplayPreview": [
        "CLinux", "CPreviewPage", "Descriptors", "FFmpeg", "MediaTime", "NIOCore", "NIOHTTP1", "NIOPosix",
        "NIOWebSocket",
        "ReplayControl", "ReplayEditor", "ReplayErrors", "ReplayExporter", "ReplayImporter", "ReplayLibrary",
        "ReplayMovie", "ReplaySources", "ReplayTimeline", "SystemPackage", "Threads",
    ],
    "ReplayCommandLine": [
        "ArgumentParser", "MediaTime", "ReplayControl", "ReplayErrors", "ReplayJSON", "ReplayLibrary", "ReplaySources",
        "Subprocess", "SystemPackage", "Threads",
    ],
    "ReplayCommands": [
        "ArgumentParser", "MediaTime", "ReplayBatch", "ReplayCommandLine", "ReplayControl", "ReplayEditor",
        "ReplayErrors", "ReplayExporter", "ReplayImporter", "ReplayLibrary", "ReplayMovie",
        "ReplayRecording", "ReplaySources", "ReplayTimeline", "Subprocess", "SystemPackage",
    ],
    "ReplayTool": ["ReplayCommandLine"],
    "ReplayMedia": ["ReplayCommands"],
    "ReplayPreviewProgram": ["ReplayCommandLine", "ReplayHLS", "ReplayLibrary", "ReplayPreview"],
    "ReplayDaemon": ["ReplayRecorder"],
    "ReplayTestSupport": ["CPulse", "CWayland", "CXCB", "Descriptors", "MediaTime", "SystemPackage"],
    "ReplayScene": ["ArgumentParser", "ReplayTestSupport"],
]

/// What comes with the toolchain.
private let system: Set<String> = ["Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization"]

@Suite struct ImportTests {
    @Test("Each module imports only what the table allows", arguments: table.keys.sorted())
    func imports(of module: String) throws {
        let allowed = try #require(table[module]).union(system)
        let files = try swiftFiles(in: module)
        #expect(!files.isEmpty)
        for file in files {
            for imported in try imports(in: file) {
                #expect(allowed.contains(imported), "\(file.lastPathComponent) imports \(imported)")
            }
        }
    }

    @Test("Each module is in the table")
    func modules() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        let modules = folders.filter { (try? !swiftFiles(in: $0).isEmpty) ?? false }
        #expect(Set(modules) == Set(table.keys))
    }

    @Test("What the programs are made of uses no Foundation but its essentials")
    func programsAreSmall() throws {
        // The whole of it brings 40 MB of ICU, and more libraries than the installed programs are linked with.
        for module in table.keys where !["ReplayTestSupport", "ReplayScene"].contains(module) {
            for file in try swiftFiles(in: module) {
                #expect(!(try imports(in: file)).contains("Foundation"), "\(file.lastPathComponent)")
            }
        }
    }

    @Test("No file is longer than 600 lines")
    func lengths() throws {
        for module in table.keys {
            for file in try swiftFiles(in: module) {
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count
                #expect(lines <= 600, "\(file.lastPathComponent)")
            }
        }
    }

    private var sources: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
    }

    private func swiftFiles(in module: String) throws -> [URL] {
        let folder = sources.appending(path: module)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
    }

    private func imports(in file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
                words[..<place].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) })
            else { return nil }
            return String(words[place + 1])
        }
    }
}
