import Foundation
import ReplayTestSupport
import Testing

/// The modules that each module may import. Package.swift has the same table, so that a new import is deliberate.
private let table: [String: Set<String>] = [
    "ReplayErrors": [],
    "MediaTime": ["ReplayErrors"],
    "Threads": ["MediaTime", "ReplayErrors"],
    "Descriptors": ["CLinux", "SystemPackage"],
    "ReplayJSON": [],
    "Geometry": [],
    "AudioSources": [],
    "PointerShapes": ["Geometry"],
    "Files": ["CLinux", "Descriptors", "ReplayErrors", "ReplayJSON", "SystemPackage"],
    "Sandbox": ["CLinux", "Descriptors", "ReplayErrors"],
    "Workers": ["CLinux", "Descriptors", "Files", "MediaTime", "ReplayErrors", "Sandbox", "SystemPackage"],
    "BitCoding": [],
    "HLSPlaylist": ["MediaTime"],
    "H264": ["BitCoding"],
    "AAC": ["BitCoding"],
    "ReplayInterchange": ["MediaTime", "ReplayErrors", "ReplayTimeline"],
    "FFmpeg": ["CFFmpeg", "CLinux", "Descriptors", "MediaTime", "ReplayErrors", "SystemPackage"],
    "FFmpegFilter": ["CFFmpeg", "CFFmpegFilter", "FFmpeg", "MediaTime"],
    "TextRendering": ["CAss", "ReplayErrors"],
    "ReplayTimeline": ["AudioSources", "MediaTime", "PointerShapes", "ReplayErrors", "ReplayJSON"],
    "ReplayLibrary": [
        "CLinux", "Descriptors", "Files", "Geometry", "MediaTime", "PointerShapes", "ReplayErrors", "SystemPackage",
    ],
    "ReplayMovie": [
        "Descriptors", "FFmpeg", "Files", "H264", "MediaTime", "PointerShapes", "ReplayErrors", "ReplayLibrary",
        "SystemPackage", "Threads", "Workers",
    ],
    "ReplaySources": ["AudioSources", "Geometry", "MediaTime", "ReplayErrors"],
    "DBus": ["CDBus", "Descriptors", "ReplayErrors", "SystemPackage"],
    "PipeWire": [
        "CLinux", "CPipeWire", "Descriptors", "Geometry", "MediaTime", "PointerShapes", "ReplayErrors", "SystemPackage",
    ],
    "ReplayCapture": [
        "CLinux", "CPixels", "CPulse", "CWayland", "CXCB", "DBus", "Descriptors", "FFmpeg", "Geometry", "MediaTime",
        "PipeWire", "PointerShapes", "ReplaySources", "SystemPackage",
    ],
    "ReplayControl": [
        "AudioSources",
        "CLinux", "Descriptors", "Files", "MediaTime", "ReplayErrors", "ReplayJSON", "ReplayLibrary", "ReplaySources",
        "SystemPackage", "Threads",
    ],
    "ReplayBroadcast": [
        "Descriptors", "Files", "MediaTime", "ReplayControl", "ReplayErrors", "ReplayJSON", "ReplayLibrary",
        "SystemPackage", "Threads",
    ],
    "ReplayRecording": [
        "AudioSources",
        "CLinux", "CPixels", "Descriptors", "FFmpeg", "Files", "Geometry", "MediaTime", "PointerShapes",
        "ReplayControl", "ReplayLibrary", "ReplayMovie", "ReplaySources", "Sandbox", "SystemPackage", "Threads",
    ],
    "ReplayRecorder": [
        "AudioSources",
        "CLinux", "Descriptors", "FFmpeg", "Files", "Geometry", "Logging", "MediaTime", "ReplayCapture",
        "ReplayControl", "ReplayLibrary", "ReplayMovie", "ReplayRecording", "ReplaySources", "SystemPackage", "Threads",
    ],
    "ReplayEditor": [
        "AudioSources",
        "Files", "MediaTime", "PointerShapes", "ReplayErrors", "ReplayInterchange", "ReplayJSON", "ReplayLibrary",
        "ReplayMovie", "ReplayTimeline",
    ],
    "ReplayComposition": [
        "AudioSources", "CPixels",
        "Descriptors", "FFmpeg", "FFmpegFilter", "Files", "Geometry", "H264", "MediaTime", "PointerShapes",
        "ReplayEditor", "ReplayErrors", "ReplayLibrary", "ReplayMovie", "ReplayTimeline", "TextRendering",
    ],
    "ReplayRendering": [
        "AudioSources",
        "AAC", "Descriptors", "FFmpeg", "FFmpegFilter", "Files", "H264", "MediaTime", "ReplayComposition",
        "ReplayEditor", "ReplayErrors", "ReplayInterchange", "ReplayJSON", "ReplayLibrary", "ReplayMovie",
        "ReplayTimeline", "SystemPackage", "Threads",
    ],
    "HLSOutput": [
        "Descriptors", "FFmpeg", "Files", "H264", "HLSPlaylist", "MediaTime", "ReplayComposition", "ReplayInterchange",
        "ReplayLibrary", "ReplayMovie", "ReplayRendering", "ReplayTimeline", "SystemPackage",
    ],
    "ReplayExporter": [
        "AudioSources",
        "Descriptors", "FFmpeg", "Files", "H264", "HLSOutput", "MediaTime", "ReplayComposition", "ReplayEditor",
        "ReplayErrors", "ReplayLibrary", "ReplayMovie", "ReplayRendering", "ReplayTimeline", "Sandbox", "Threads",
    ],
    "ReplayRedaction": [
        "AudioSources",
        "AAC", "Descriptors", "FFmpeg", "Files", "MediaTime", "ReplayComposition", "ReplayEditor", "ReplayErrors",
        "ReplayExporter", "ReplayLibrary", "ReplayMovie", "ReplayRendering", "ReplayTimeline", "SystemPackage",
        "Threads",
    ],
    "ReplayBroadcastHandler": ["CLinux", "Descriptors", "MediaTime", "SystemPackage"],
    "ReplayCast": [
        "AudioSources",
        "CLinux", "Descriptors", "FFmpeg", "Files", "HLSOutput", "MediaTime", "ReplayBroadcast",
        "ReplayBroadcastHandler", "ReplayControl", "ReplayErrors", "ReplayLibrary", "ReplayMovie", "SystemPackage",
        "Threads",
    ],
    "ReplayLive": [
        "FFmpeg", "Files", "HLSOutput", "HLSPlaylist", "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging",
        "MediaTime", "NIOCore", "NIOPosix", "ReplayBroadcast", "ReplayCast", "ReplayLibrary", "Threads",
    ],
    "ReplayComments": [
        "Descriptors", "Files", "MediaTime", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "NIOWebSocket",
        "ReplayBroadcast", "ReplayCast", "ReplayLibrary", "SystemPackage", "Threads",
    ],
    "HLSValidation": [
        "BitCoding", "Descriptors", "Files", "H264", "HLSPlaylist", "MediaTime", "NIOCore", "NIOHTTP1", "NIOPosix",
        "ReplayErrors", "ReplayLibrary", "ReplayMovie", "SystemPackage",
    ],
    "ReplayImporter": [
        "Descriptors", "FFmpeg", "FFmpegFilter", "Files", "MediaTime", "ReplayEditor", "ReplayLibrary", "ReplayMovie",
        "ReplayTimeline", "Sandbox", "Threads", "Workers",
    ],
    "ReplayBatch": [
        "AudioSources",
        "Descriptors", "FFmpeg", "Files", "HLSOutput", "MediaTime", "ReplayComposition", "ReplayEditor", "ReplayErrors",
        "ReplayExporter", "ReplayImporter", "ReplayJSON", "ReplayLibrary", "ReplayMovie", "ReplayRendering",
        "ReplayTimeline", "Subprocess", "SystemPackage", "Threads",
    ],
    "Replay": [
        "AudioSources",
        "Files", "HLSOutput", "MediaTime", "ReplayBroadcast", "ReplayComposition", "ReplayControl", "ReplayEditor",
        "ReplayErrors", "ReplayExporter", "ReplayImporter", "ReplayInterchange", "ReplayLibrary", "ReplayMovie",
        "ReplayRecording",
        "ReplayRedaction", "ReplayRendering", "ReplaySources", "ReplayTimeline",
    ],
    "ReplayPreview": [
        "AudioSources",
        "CLinux", "CPreviewPage", "Descriptors", "FFmpeg", "Files", "HTTPTypes", "Hummingbird", "HummingbirdCore",
        "Logging", "MediaTime", "NIOCore", "NIOHTTP1", "NIOHTTPTypesHTTP1", "NIOPosix", "ReplayBroadcast",
        "ReplayComposition", "ReplayControl", "ReplayEditor", "ReplayErrors", "ReplayExporter", "ReplayImporter",
        "ReplayLibrary",
        "ReplayMovie", "ReplayRendering", "ReplaySources", "ReplayTimeline", "SystemPackage", "Threads",
    ],
    "ReplayCommandLine": [
        "AudioSources",
        "ArgumentParser", "Files", "MediaTime", "ReplayBroadcast", "ReplayControl", "ReplayErrors", "ReplayJSON",
        "ReplayLibrary", "ReplaySources", "Subprocess", "SystemPackage", "Threads", "Workers",
    ],
    "ReplayCommands": [
        "AudioSources",
        "ArgumentParser", "Files", "MediaTime", "ReplayBatch", "ReplayCommandLine", "ReplayComposition",
        "ReplayControl", "ReplayEditor", "ReplayErrors", "ReplayExporter", "ReplayImporter", "ReplayInterchange",
        "ReplayLibrary", "ReplayMovie", "ReplayRecording", "ReplayRedaction", "ReplayRendering", "ReplaySources",
        "ReplayTimeline", "Subprocess", "SystemPackage",
    ],
    "ReplayTool": ["ReplayCommandLine"],
    "ReplayMedia": ["ReplayCommands", "ReplayImporter", "ReplayMovie", "Workers"],
    "ReplayPreviewProgram": [
        "HLSValidation", "ReplayBroadcast", "ReplayCast", "ReplayCommandLine", "ReplayComments", "ReplayLibrary",
        "ReplayLive",
        "ReplayPreview",
    ],
    "ReplayDaemon": ["ReplayRecorder"],
    "ReplayCastProgram": ["ReplayCast"],
    "ReplayTestSupport": ["CPulse", "CWayland", "CXCB", "Descriptors", "MediaTime", "SystemPackage"],
    "replay-probe": ["CLinux", "Descriptors", "FFmpeg", "Files", "Workers"],
    "replay-scene": ["ArgumentParser", "ReplayTestSupport"],
]

/// The modules of the toolchain, which every module may import.
private let toolchain: Set<String> = ["Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization"]

@Suite struct ImportTests {
    @Test("Each module imports only what the table allows", arguments: table.keys.sorted())
    func imports(of module: String) throws {
        let allowed = try #require(table[module]).union(toolchain)
        let target = try #require(try SourceTree.target(module))
        #expect(!target.files.isEmpty)
        for file in target.files {
            for imported in file.imports {
                #expect(allowed.contains(imported), "\(file.name) imports \(imported)")
            }
        }
    }

    @Test("Each module is in the table")
    func modules() throws {
        let modules = try SourceTree.targets.filter { !$0.files.isEmpty && !$0.name.hasSuffix("Tests") }.map(\.name)
        #expect(Set(modules) == Set(table.keys))
    }

    @Test("A module imports modules of its own group and of the groups below it")
    func groups() throws {
        let order = SourceTree.groups
        let group = Dictionary(uniqueKeysWithValues: try SourceTree.targets.map { ($0.name, $0.group) })
        for target in try SourceTree.targets where target.root == "Sources" {
            let own = try #require(order.firstIndex(of: target.group), "\(target.group) is no group")
            for file in target.files {
                for imported in file.imports {
                    guard let other = group[imported] else { continue }
                    let place = try #require(order.firstIndex(of: other))
                    #expect(place <= own, "\(file.name) of \(target.group) imports \(imported) of \(other)")
                }
            }
        }
    }

    @Test("The programs use no Foundation but its essentials")
    func programsAreSmall() throws {
        // The whole of Foundation adds 40 MB of ICU and further libraries, which the installed programs do not link.
        for target in try SourceTree.targets where target.root == "Sources" {
            for file in target.files {
                #expect(!file.imports.contains("Foundation"), "\(file.name)")
            }
        }
    }
}
