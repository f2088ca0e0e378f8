// swift-tools-version: 6.1
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nio = ["NIOCore", "NIOHTTP1", "NIOPosix"].map { Target.Dependency.product(name: $0, package: "swift-nio") }
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

// The imports of each target. ArchitectureTests compare the same table with the import lines.
let package = Package(
    name: "Replay",
    products: [
        .library(name: "Replay", targets: ["Replay"]),
        .library(name: "ReplayBatch", targets: ["ReplayBatch"]),
        .library(name: "ReplayBroadcastHandler", targets: ["ReplayBroadcastHandler"]),
        .library(name: "ReplayPreview", targets: ["ReplayPreview"]),
        .library(name: "HLSValidation", targets: ["HLSValidation"]),
        .executable(name: "replay", targets: ["ReplayTool"]),
        .executable(name: "replay-cast", targets: ["ReplayCastProgram"]),
        .executable(name: "replay-media", targets: ["ReplayMedia"]),
        .executable(name: "replay-preview", targets: ["ReplayPreviewProgram"]),
        .executable(name: "replayd", targets: ["ReplayDaemon"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        .systemLibrary(name: "CAss"),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1"),
        .systemLibrary(name: "CFFmpeg"),
        .systemLibrary(name: "CFFmpegFilter"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CXCB"),
        .systemLibrary(name: "CPipeWire", pkgConfig: "libpipewire-0.3"),
        .systemLibrary(name: "CPulse"),
        .target(name: "CPixels"),
        .target(name: "CPreviewPage"),
        .target(name: "CWayland"),
        .target(name: "ReplayErrors"),
        .target(name: "MediaTime", dependencies: ["ReplayErrors"]),
        .target(name: "Threads", dependencies: ["MediaTime", "ReplayErrors"]),
        .target(name: "Descriptors", dependencies: ["CLinux", system]),
        .target(name: "ReplayJSON", dependencies: []),
        .target(name: "Geometry"),
        .target(name: "AudioSources"),
        .target(name: "PointerShapes", dependencies: ["Geometry"]),
        .target(name: "Files", dependencies: ["CLinux", "Descriptors", "ReplayErrors", "ReplayJSON", system]),
        .target(name: "Sandbox", dependencies: ["CLinux", "Descriptors", "ReplayErrors"]),
        .target(
            name: "Workers",
            dependencies: ["CLinux", "Descriptors", "Files", "MediaTime", "ReplayErrors", "Sandbox", system]),
        .target(name: "BitCoding"),
        .target(name: "HLSPlaylist", dependencies: ["MediaTime"]),
        .target(name: "H264", dependencies: ["BitCoding"]),
        .target(name: "AAC", dependencies: ["BitCoding"]),
        .target(name: "ReplayInterchange", dependencies: ["MediaTime", "ReplayErrors", "ReplayTimeline"]),
        .target(
            name: "FFmpeg",
            dependencies: ["CFFmpeg", "CLinux", "Descriptors", "MediaTime", "ReplayErrors", system]),
        .target(name: "FFmpegFilter", dependencies: ["CFFmpeg", "CFFmpegFilter", "FFmpeg", "MediaTime"]),
        .target(name: "TextRendering", dependencies: ["CAss", "ReplayErrors"]),
        .target(
            name: "ReplayTimeline",
            dependencies: ["AudioSources", "MediaTime", "PointerShapes", "ReplayErrors", "ReplayJSON"],
            resources: ["dusk", "calm", "midnight", "sunrise", "glass"].map { .embedInCode("Styles/\($0).json5") }),
        .target(
            name: "ReplayLibrary",
            dependencies: [
                "CLinux", "Descriptors", "Files", "Geometry", "MediaTime", "PointerShapes", "ReplayErrors", system,
            ]),
        .target(
            name: "ReplayMovie",
            dependencies: [
                "Descriptors", "FFmpeg", "Files", "H264", "MediaTime", "PointerShapes", "ReplayErrors", "ReplayLibrary",
                "Threads", "Workers", system,
            ]),
        .target(
            name: "ReplaySources",
            dependencies: ["AudioSources", "Geometry", "MediaTime", "ReplayErrors"]),
        .target(name: "DBus", dependencies: ["CDBus", "Descriptors", "ReplayErrors", system]),
        .target(
            name: "PipeWire",
            dependencies: [
                "CLinux", "CPipeWire", "Descriptors", "Geometry", "MediaTime", "PointerShapes", "ReplayErrors", system,
            ]),
        .target(
            name: "ReplayCapture",
            dependencies: [
                "CLinux", "CPixels", "CPulse", "CWayland", "CXCB", "DBus", "Descriptors", "FFmpeg", "Geometry",
                "MediaTime", "PipeWire", "PointerShapes", "ReplaySources", system,
            ]),
        .target(
            name: "ReplayControl",
            dependencies: [
                "AudioSources",
                "CLinux", "Descriptors", "Files", "MediaTime", "ReplayErrors", "ReplayJSON", "ReplayLibrary",
                "ReplaySources", "Threads", system,
            ]),
        .target(
            name: "ReplayBroadcast",
            dependencies: [
                "Descriptors", "Files", "MediaTime", "ReplayControl", "ReplayErrors", "ReplayJSON", "ReplayLibrary",
                "Threads", system,
            ],
            resources: ["custom-rtmp", "custom-srt", "twitch", "youtube"].map {
                .embedInCode("Services/\($0).json5")
            }),
        .target(
            name: "ReplayBroadcastHandler", dependencies: ["CLinux", "Descriptors", "MediaTime", system]),
        .target(
            name: "ReplayRecording",
            dependencies: [
                "AudioSources",
                "CLinux", "CPixels", "Descriptors", "FFmpeg", "Files", "Geometry", "MediaTime", "PointerShapes",
                "ReplayControl", "ReplayLibrary", "ReplayMovie", "ReplaySources", "Sandbox", "Threads", system,
            ]),
        .target(
            name: "ReplayRecorder",
            dependencies: [
                "AudioSources",
                "CLinux", "Descriptors", "FFmpeg", "Files", "Geometry", "MediaTime", "ReplayCapture", "ReplayControl",
                "ReplayLibrary", "ReplayMovie", "ReplayRecording", "ReplaySources", "Threads",
                .product(name: "Logging", package: "swift-log"), system,
            ]),
        .target(
            name: "ReplayEditor",
            dependencies: [
                "AudioSources",
                "Files", "MediaTime", "PointerShapes", "ReplayErrors", "ReplayInterchange", "ReplayJSON",
                "ReplayLibrary",
                "ReplayMovie", "ReplayTimeline",
            ]),
        .target(
            name: "ReplayComposition",
            dependencies: [
                "AudioSources",
                "CPixels", "Descriptors", "FFmpeg", "FFmpegFilter", "Files", "Geometry", "H264", "MediaTime",
                "PointerShapes", "ReplayEditor", "ReplayErrors",
                "ReplayLibrary", "ReplayMovie", "ReplayTimeline", "TextRendering",
            ]),
        .target(
            name: "ReplayRendering",
            dependencies: [
                "AudioSources",
                "AAC", "Descriptors", "FFmpeg", "FFmpegFilter", "Files", "H264", "MediaTime", "ReplayComposition",
                "ReplayEditor", "ReplayErrors", "ReplayInterchange", "ReplayJSON", "ReplayLibrary", "ReplayMovie",
                "ReplayTimeline", "Threads", system,
            ],
            // These files are parts of ReplayBroadcast and ReplayTimeline.
            exclude: ["Presets/services", "Presets/styles"],
            resources: [
                .embedInCode("Presets/original.json"), .embedInCode("Presets/share-1080p.json"),
                .embedInCode("Presets/share-720p.json"), .embedInCode("Presets/hls.json"),
                .embedInCode("Presets/hls-single.json"), .embedInCode("Presets/webm.json"),
                .embedInCode("Presets/gif.json"),
            ]),
        .target(
            name: "HLSOutput",
            dependencies: [
                "Descriptors", "FFmpeg", "Files", "H264", "HLSPlaylist", "MediaTime", "ReplayComposition",
                "ReplayInterchange", "ReplayLibrary", "ReplayMovie", "ReplayRendering", "ReplayTimeline", system,
            ], resources: [.embedInCode("Page/player.html")]),
        .target(
            name: "ReplayExporter",
            dependencies: [
                "AudioSources",
                "Descriptors", "FFmpeg", "Files", "H264", "HLSOutput", "MediaTime", "ReplayComposition", "ReplayEditor",
                "ReplayErrors", "ReplayLibrary", "ReplayMovie", "ReplayRendering", "ReplayTimeline", "Sandbox",
                "Threads",
                system,
            ]),
        .target(
            name: "ReplayRedaction",
            dependencies: [
                "AudioSources",
                "AAC", "Descriptors", "FFmpeg", "Files", "MediaTime", "ReplayComposition", "ReplayEditor",
                "ReplayErrors", "ReplayExporter", "ReplayLibrary", "ReplayMovie", "ReplayRendering", "ReplayTimeline",
                "Threads", system,
            ]),
        .target(
            name: "ReplayCast",
            dependencies: [
                "AudioSources",
                "CLinux", "Descriptors", "FFmpeg", "Files", "HLSOutput", "MediaTime", "ReplayBroadcast",
                "ReplayBroadcastHandler", "ReplayControl",
                "ReplayErrors", "ReplayLibrary", "ReplayMovie", "Threads", system,
            ]),
        .target(
            name: "ReplayLive",
            dependencies: [
                "FFmpeg", "Files", "HLSOutput", "HLSPlaylist", "MediaTime", "ReplayBroadcast", "ReplayCast",
                "ReplayLibrary", "Threads",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"), httpTypes,
                .product(name: "Logging", package: "swift-log"),
            ] + nio,
            resources: [
                .embedInCode("Page/comments.js"), .embedInCode("Page/icon.svg"), .embedInCode("Page/live.css"),
                .embedInCode("Page/live.html"),
                .embedInCode("Page/live.js"),
                .embedInCode("Page/playlist.js"), .embedInCode("Page/rendition.js"),
            ]),
        .target(
            name: "ReplayComments",
            dependencies: [
                "Descriptors", "Files", "MediaTime", "ReplayBroadcast", "ReplayCast", "ReplayLibrary", "Threads",
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"), system,
            ] + nio),
        .target(
            name: "HLSValidation",
            dependencies: [
                "BitCoding", "Descriptors", "Files", "H264", "HLSPlaylist", "MediaTime", "ReplayErrors",
                "ReplayLibrary", "ReplayMovie", system,
            ] + nio),
        .target(
            name: "ReplayImporter",
            dependencies: [
                "Descriptors", "FFmpeg", "FFmpegFilter", "Files", "MediaTime", "ReplayEditor", "ReplayLibrary",
                "ReplayMovie", "ReplayTimeline", "Sandbox", "Threads", "Workers",
            ]),
        .target(
            name: "ReplayBatch",
            dependencies: [
                "AudioSources",
                "Descriptors", "FFmpeg", "Files", "HLSOutput", "MediaTime", "ReplayComposition", "ReplayEditor",
                "ReplayErrors", "ReplayExporter", "ReplayImporter", "ReplayJSON", "ReplayLibrary", "ReplayMovie",
                "ReplayRendering", "ReplayTimeline", "Threads",
                .product(name: "Subprocess", package: "swift-subprocess"), system,
            ],
            resources: [.embedInCode("Schema/jobs.schema.json")]),
        .target(
            name: "Replay",
            dependencies: [
                "AudioSources",
                "Files", "HLSOutput", "MediaTime", "ReplayBroadcast", "ReplayComposition", "ReplayControl",
                "ReplayEditor", "ReplayErrors",
                "ReplayExporter", "ReplayImporter", "ReplayInterchange", "ReplayLibrary", "ReplayMovie",
                "ReplayRecording", "ReplayRedaction", "ReplayRendering", "ReplaySources", "ReplayTimeline",
            ]),
        .target(
            name: "ReplayPreview",
            dependencies: [
                "AudioSources",
                "CLinux", "CPreviewPage", "Descriptors", "FFmpeg", "Files", "MediaTime", "ReplayBroadcast",
                "ReplayComposition", "ReplayControl", "ReplayEditor", "ReplayErrors", "ReplayExporter",
                "ReplayImporter", "ReplayLibrary",
                "ReplayMovie", "ReplayRendering", "ReplaySources", "ReplayTimeline", "Threads", system,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"), httpTypes,
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
            ] + nio,
            // These files are a part of CPreviewPage.
            exclude: ["Page"]),
        .target(
            name: "ReplayCommandLine",
            dependencies: [
                "AudioSources",
                "Files", "MediaTime", "ReplayBroadcast", "ReplayControl", "ReplayErrors", "ReplayJSON", "ReplayLibrary",
                "ReplaySources", "Threads", "Workers", argumentParser,
                .product(name: "Subprocess", package: "swift-subprocess"), system,
            ]),
        .target(
            name: "ReplayCommands",
            dependencies: [
                "AudioSources",
                "Files", "MediaTime", "ReplayBatch", "ReplayCommandLine", "ReplayComposition", "ReplayControl",
                "ReplayEditor", "ReplayErrors", "ReplayExporter", "ReplayImporter", "ReplayInterchange",
                "ReplayLibrary", "ReplayMovie", "ReplayRecording", "ReplayRedaction", "ReplayRendering",
                "ReplaySources", "ReplayTimeline", argumentParser,
                .product(name: "Subprocess", package: "swift-subprocess"), system,
            ]),
        .executableTarget(name: "ReplayTool", dependencies: ["ReplayCommandLine"]),
        .executableTarget(
            name: "ReplayMedia", dependencies: ["ReplayCommands", "ReplayImporter", "ReplayMovie", "Workers"]),
        .executableTarget(
            name: "ReplayPreviewProgram",
            dependencies: [
                "HLSValidation", "ReplayBroadcast", "ReplayCast", "ReplayCommandLine", "ReplayComments",
                "ReplayLibrary", "ReplayLive", "ReplayPreview",
            ]),
        .executableTarget(name: "ReplayDaemon", dependencies: ["ReplayRecorder"]),
        .executableTarget(name: "ReplayCastProgram", dependencies: ["ReplayCast"]),
        .target(
            name: "ReplayTestSupport",
            dependencies: ["CPulse", "CWayland", "CXCB", "Descriptors", "MediaTime", system]),
        .executableTarget(name: "replay-scene", dependencies: ["ReplayTestSupport", argumentParser]),
        .executableTarget(
            name: "replay-probe",
            dependencies: ["CLinux", "Descriptors", "FFmpeg", "Files", "Workers"]),
        .testTarget(name: "ArchitectureTests", dependencies: ["ReplayTestSupport"]),
        .testTarget(
            name: "CaptureTests",
            dependencies: [
                "AudioSources",
                "CPixels", "CPulse", "CXCB", "Descriptors", "FFmpeg", "Geometry", "MediaTime", "ReplayCapture",
                "ReplayControl", "ReplayLibrary", "ReplayMovie", "ReplayRecorder", "ReplayRecording", "ReplaySources",
                "ReplayTestSupport", "Threads",
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "AudioSources",
                "Descriptors", "Geometry", "MediaTime", "PointerShapes", "Replay", "ReplayBatch", "ReplayCommandLine",
                "ReplayCommands", "ReplayExporter", "ReplayLibrary", "ReplayMedia", "ReplayMovie", "ReplayRendering",
                "ReplayTestSupport", "ReplayTool",
            ]),
        .testTarget(name: "EmbeddingTests", dependencies: ["Replay", "ReplayTestSupport"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Descriptors", "MediaTime", "Replay", "ReplayCastProgram", "ReplayDaemon", "ReplayLibrary",
                "ReplayMedia",
                "ReplayPreviewProgram", "ReplayTestSupport", "ReplayTool", "replay-scene", system,
            ]),
        .testTarget(
            name: "FFmpegTests",
            dependencies: [
                "CFFmpeg", "Descriptors", "FFmpeg", "FFmpegFilter", "MediaTime", "ReplayTestSupport", system,
            ]),
        .testTarget(
            name: "FilesTests",
            dependencies: ["Descriptors", "Files", "ReplayLibrary", "ReplayMovie", "ReplayTestSupport", "Threads"]),
        .testTarget(
            name: "H264Tests",
            dependencies: ["AAC", "BitCoding", "H264", "ReplayLibrary", "ReplayMovie", "ReplayTestSupport"]),
        .testTarget(
            name: "AACTests", dependencies: ["AAC", "FFmpeg", "MediaTime", "ReplayMovie", "ReplayTestSupport"]),
        .testTarget(name: "HLSPlaylistTests", dependencies: ["HLSPlaylist", "ReplayTestSupport"]),
        .testTarget(name: "MediaTimeTests", dependencies: ["MediaTime", "ReplayTestSupport"]),
        .testTarget(
            name: "ReplayJSONTests", dependencies: ["ReplayJSON", "ReplayLibrary", "ReplayMovie", "ReplayTestSupport"]),
        .testTarget(
            name: "ReplayBatchTests",
            dependencies: [
                "Descriptors", "FFmpeg", "Files", "MediaTime", "ReplayBatch", "ReplayErrors", "ReplayLibrary",
                "ReplayMovie", "ReplayRendering", "ReplayTestSupport", "Threads", system,
            ]),
        .testTarget(
            name: "ReplayEditorTests",
            dependencies: [
                "Files", "MediaTime", "ReplayEditor", "ReplayLibrary", "ReplayMovie", "ReplayTestSupport",
                "ReplayTimeline",
            ]),
        .testTarget(
            name: "ReplayExporterTests",
            dependencies: [
                "AudioSources",
                "BitCoding", "CPixels", "Descriptors", "FFmpeg", "Files", "Geometry", "H264", "HLSOutput", "MediaTime",
                "PointerShapes", "ReplayComposition", "ReplayEditor", "ReplayExporter", "ReplayImporter",
                "ReplayInterchange", "ReplayLibrary", "ReplayMovie",
                "ReplayRecording", "ReplayRendering", "ReplayTestSupport", "ReplayTimeline", "Threads",
            ]),
        .testTarget(
            name: "HLSValidationTests",
            dependencies: [
                "Descriptors", "HLSPlaylist", "HLSValidation", "ReplayMedia", "ReplayTestSupport", "ReplayTool",
            ]),
        .testTarget(
            name: "ReplayMovieTests",
            dependencies: [
                "Descriptors", "FFmpeg", "Files", "Geometry", "MediaTime", "PointerShapes", "ReplayLibrary",
                "ReplayMovie",
                "ReplayTestSupport", "Workers", system,
            ]),
        .testTarget(
            name: "ReplayImporterTests",
            dependencies: [
                "FFmpeg", "Files", "MediaTime", "ReplayImporter", "ReplayLibrary", "ReplayMovie", "ReplayTestSupport",
                "Workers",
            ]),
        .testTarget(
            name: "ReplayPreviewTests",
            dependencies: [
                "Descriptors", "MediaTime", "ReplayLibrary", "ReplayPreview", "ReplayTestSupport",
                "ReplayTimeline", "Threads",
                .product(name: "Hummingbird", package: "hummingbird"), httpTypes, system,
            ] + nio,
            exclude: ["Modules"]),
        .testTarget(
            name: "ReplayRecorderTests",
            dependencies: [
                "AudioSources",
                "Descriptors", "FFmpeg", "Files", "Geometry", "MediaTime", "ReplayCapture", "ReplayControl",
                "ReplayLibrary", "ReplayMovie", "ReplayRecorder", "ReplayRecording", "ReplaySources",
                "ReplayTestSupport", "Threads", system,
            ]),
        .testTarget(name: "ReplayTestSupportTests", dependencies: ["MediaTime", "ReplayTestSupport"]),
        .testTarget(
            name: "ReplayBroadcastTests",
            dependencies: ["MediaTime", "ReplayBroadcast", "ReplayErrors", "ReplayTestSupport"]),
        .testTarget(
            name: "ReplayCastTests",
            dependencies: [
                "Descriptors", "MediaTime", "ReplayBroadcast", "ReplayBroadcastHandler", "ReplayCast", "ReplayLibrary",
                "ReplayTestSupport", system,
            ]),
        .testTarget(
            name: "ReplayCommentsTests",
            dependencies: [
                "Files", "MediaTime", "ReplayBroadcast", "ReplayComments", "ReplayComposition", "ReplayLibrary",
                "ReplayTestSupport", "ReplayTimeline",
            ]),
        .testTarget(
            name: "ReplayTimelineTests",
            dependencies: [
                "AudioSources",
                "MediaTime", "ReplayInterchange", "ReplayJSON", "ReplayLibrary", "ReplayTestSupport", "ReplayTimeline",
            ],
            exclude: ["EditMapCases.json"]),
        .testTarget(
            name: "WaylandTests",
            dependencies: [
                "CPipeWire", "CPixels", "DBus", "Geometry", "MediaTime", "PipeWire", "PointerShapes", "ReplayCapture",
                "ReplayControl", "ReplayDaemon", "ReplayMedia", "ReplaySources", "ReplayTestSupport", "ReplayTool",
            ]),
        .testTarget(
            name: "SandboxTests",
            dependencies: [
                "CLinux", "Descriptors", "Files", "ReplayTestSupport", "Sandbox", "Workers", "replay-probe", system,
            ]),
        .testTarget(name: "TextRenderingTests", dependencies: ["ReplayTestSupport", "TextRendering"]),
        .testTarget(name: "ThreadsTests", dependencies: ["MediaTime", "ReplayErrors", "Threads"]),
    ],
    swiftLanguageModes: [.v6]
)

// The folders of Sources and Tests, from the bottom up. A target imports targets of its own group and of the groups
// above it in this list.
let groups: [(name: String, targets: [String])] = [
    (
        "Base",
        [
            "AudioSources", "CLinux", "Descriptors", "Files", "Geometry", "MediaTime", "PointerShapes", "ReplayErrors",
            "ReplayJSON", "Threads",
        ]
    ),
    ("System", ["CDBus", "CPipeWire", "CPulse", "CWayland", "CXCB", "DBus", "PipeWire", "Sandbox", "Workers"]),
    (
        "Media",
        [
            "AAC", "BitCoding", "CAss", "CFFmpeg", "CFFmpegFilter", "CPixels", "FFmpeg", "FFmpegFilter", "H264",
            "HLSPlaylist", "TextRendering",
        ]
    ),
    ("Library", ["ReplayLibrary", "ReplayMovie"]),
    (
        "Record",
        [
            "ReplayBroadcast", "ReplayBroadcastHandler", "ReplayCapture", "ReplayControl", "ReplayRecorder",
            "ReplayRecording", "ReplaySources",
        ]
    ),
    ("Edit", ["ReplayComposition", "ReplayEditor", "ReplayInterchange", "ReplayTimeline"]),
    ("Export", ["HLSOutput", "ReplayBatch", "ReplayExporter", "ReplayImporter", "ReplayRedaction", "ReplayRendering"]),
    ("Serve", ["CPreviewPage", "HLSValidation", "ReplayCast", "ReplayComments", "ReplayLive", "ReplayPreview"]),
    (
        "Programs",
        [
            "Replay", "ReplayCastProgram", "ReplayCommandLine", "ReplayCommands", "ReplayDaemon", "ReplayMedia",
            "ReplayPreviewProgram", "ReplayTool",
        ]
    ),
]
let testGroups: [(name: String, targets: [String])] = [
    ("Base", ["FilesTests", "MediaTimeTests", "ReplayJSONTests", "ThreadsTests"]),
    ("System", ["SandboxTests"]),
    ("Media", ["AACTests", "FFmpegTests", "H264Tests", "HLSPlaylistTests", "TextRenderingTests"]),
    ("Library", ["ReplayMovieTests"]),
    ("Record", ["CaptureTests", "ReplayBroadcastTests", "ReplayRecorderTests", "WaylandTests"]),
    ("Edit", ["ReplayEditorTests", "ReplayTimelineTests"]),
    ("Export", ["ReplayBatchTests", "ReplayExporterTests", "ReplayImporterTests"]),
    ("Serve", ["HLSValidationTests", "ReplayCastTests", "ReplayCommentsTests", "ReplayPreviewTests"]),
    ("Programs", ["CommandTests", "EmbeddingTests", "EndToEndTests"]),
    ("Project", ["ArchitectureTests"]),
    ("Support", ["ReplayTestSupport", "ReplayTestSupportTests", "replay-probe", "replay-scene"]),
]
for (root, groups) in [("Sources", groups), ("Tests", testGroups)] {
    for group in groups {
        for target in package.targets where group.targets.contains(target.name) {
            target.path = "\(root)/\(group.name)/\(target.name)"
        }
    }
}

for target in package.targets where [.regular, .executable].contains(target.type) && target.name != "ReplayTestSupport"
{
    // An import is internal to the module unless it is marked otherwise.
    target.swiftSettings = [.enableUpcomingFeature("InternalImportsByDefault")]
}

// Scripts/test compiles without optimization, which takes a third of the time. Modules that compute much or have
// deadlines are optimized nevertheless, as for users. The option needs -Xfrontend, because -Onone comes last among the
// driver's options.
if Context.environment["REPLAY_TESTING"] != nil {
    let optimized: Set = [
        "AAC", "BitCoding", "FFmpeg", "FFmpegFilter", "Files", "Geometry", "H264", "HLSOutput", "HLSPlaylist",
        "MediaTime", "PipeWire", "replay-scene", "ReplayBatch", "ReplayCapture", "ReplayComposition", "ReplayControl",
        "ReplayDaemon", "ReplayExporter", "ReplayImporter", "ReplayJSON", "ReplayLibrary", "ReplayMovie",
        "ReplayRecorder", "ReplayRecording", "ReplayRedaction", "ReplayRendering", "ReplaySources",
        "ReplayTestSupport", "ReplayTimeline", "TextRendering", "Threads", "Workers",
    ]
    for target in package.targets where optimized.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-O"])]
    }
}

// The target that Scripts/fuzz builds. It needs the sanitizers, so it is not a part of an ordinary build.
if Context.environment["REPLAY_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "ReplayFuzz",
            dependencies: [
                "Descriptors", "FFmpeg", "Files", "H264", "HLSOutput", "HLSPlaylist", "HLSValidation", "MediaTime",
                "ReplayBatch", "ReplayBroadcast", "ReplayBroadcastHandler", "ReplayCast", "ReplayComments",
                "ReplayComposition",
                "ReplayControl",
                "ReplayEditor",
                "ReplayExporter", "ReplayImporter", "ReplayLibrary", "ReplayMovie", "ReplayPreview", "ReplayRendering",
                "ReplayTimeline", httpTypes,
            ],
            path: "Fuzzing", exclude: ["limits.dict", "seeds"], swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}
