// swift-tools-version: 6.1
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

// Which target may import which: ArchitectureTests hold the same table against the import lines.
let package = Package(
    name: "Replay",
    products: [
        .library(name: "Replay", targets: ["Replay"]),
        .executable(name: "replay", targets: ["ReplayTool"]),
        .executable(name: "replayd", targets: ["ReplayDaemon"]),
        .executable(name: "replay-scene", targets: ["ReplayScene"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        .systemLibrary(name: "CFFmpeg"),
        .systemLibrary(name: "CFFmpegFilter"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CXCB"),
        .systemLibrary(name: "CPulse"),
        .target(name: "CPixels"),
        .target(name: "MediaTime"),
        .target(name: "ReplayJSON"),
        .target(name: "FFmpeg", dependencies: ["CFFmpeg", "CLinux", "MediaTime"]),
        .target(name: "FFmpegFilter", dependencies: ["CFFmpeg", "CFFmpegFilter", "FFmpeg", "MediaTime"]),
        .target(name: "ReplayTimeline", dependencies: ["MediaTime"]),
        .target(name: "ReplayMovie", dependencies: ["CLinux", "FFmpeg", "MediaTime", "ReplayJSON"]),
        .target(name: "ReplaySources", dependencies: ["MediaTime", "ReplayMovie"]),
        .target(
            name: "ReplayCapture",
            dependencies: [
                "CLinux", "CPixels", "CPulse", "CXCB", "FFmpeg", "MediaTime", "ReplayMovie", "ReplaySources",
            ]),
        .target(
            name: "ReplayControl",
            dependencies: ["CLinux", "FFmpeg", "MediaTime", "ReplayJSON", "ReplayMovie", "ReplaySources"]),
        .target(
            name: "ReplayRecording",
            dependencies: ["CPixels", "FFmpeg", "MediaTime", "ReplayControl", "ReplayMovie", "ReplaySources"]),
        .target(
            name: "ReplayRecorder",
            dependencies: [
                "CLinux", "FFmpeg", "MediaTime", "ReplayCapture", "ReplayControl", "ReplayMovie", "ReplayRecording",
                "ReplaySources", .product(name: "Logging", package: "swift-log"),
            ]),
        .target(name: "ReplayEditor", dependencies: ["MediaTime", "ReplayMovie", "ReplayTimeline"]),
        .target(
            name: "ReplayExporter",
            dependencies: [
                "FFmpeg", "FFmpegFilter", "MediaTime", "ReplayEditor", "ReplayJSON", "ReplayMovie", "ReplayTimeline",
            ],
            resources: [
                .embedInCode("Presets/original.json"), .embedInCode("Presets/share-1080p.json"),
                .embedInCode("Presets/share-720p.json"), .embedInCode("Presets/hls.json"),
                .embedInCode("Presets/hls-single.json"), .embedInCode("Presets/webm.json"),
                .embedInCode("Presets/gif.json"),
                .embedInCode("HLS/Page/player.html"),
            ]),
        .target(name: "ReplayHLS", dependencies: ["MediaTime", "ReplayMovie"]),
        .target(name: "ReplayImporter", dependencies: ["FFmpeg", "FFmpegFilter", "MediaTime", "ReplayMovie"]),
        .target(
            name: "ReplayBatch",
            dependencies: [
                "FFmpeg", "MediaTime", "ReplayEditor", "ReplayExporter", "ReplayImporter", "ReplayJSON", "ReplayMovie",
                "ReplayTimeline", .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            resources: [.embedInCode("Schema/jobs.schema.json")]),
        .target(
            name: "Replay",
            dependencies: [
                "MediaTime", "ReplayBatch", "ReplayControl", "ReplayEditor", "ReplayExporter",
                "ReplayHLS",
                "ReplayImporter", "ReplayMovie", "ReplayRecording", "ReplaySources", "ReplayTimeline",
            ]),
        .target(
            name: "ReplayCommands",
            dependencies: [
                "Replay", "ReplayJSON", argumentParser, .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        .executableTarget(name: "ReplayTool", dependencies: ["ReplayCommands"]),
        .executableTarget(name: "ReplayDaemon", dependencies: ["ReplayRecorder"]),
        .target(name: "ReplayTestSupport", dependencies: ["CPulse", "CXCB", "MediaTime"]),
        .executableTarget(name: "ReplayScene", dependencies: ["ReplayTestSupport", argumentParser]),
        .testTarget(name: "ArchitectureTests"),
        .testTarget(
            name: "CaptureTests",
            dependencies: [
                "CPixels", "CPulse", "CXCB", "FFmpeg", "MediaTime", "ReplayCapture", "ReplayControl", "ReplayMovie",
                "ReplayRecorder", "ReplayRecording", "ReplaySources", "ReplayTestSupport",
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "MediaTime", "ReplayBatch", "ReplayCommands", "ReplayExporter", "ReplayMovie", "ReplayTestSupport",
                "ReplayTool",
            ]),
        .testTarget(name: "EmbeddingTests", dependencies: ["Replay", "ReplayTestSupport"]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["Replay", "ReplayDaemon", "ReplayTestSupport", "ReplayTool"]),
        .testTarget(
            name: "FFmpegTests", dependencies: ["CFFmpeg", "FFmpeg", "FFmpegFilter", "MediaTime", "ReplayTestSupport"]),
        .testTarget(name: "MediaTimeTests", dependencies: ["MediaTime", "ReplayTestSupport"]),
        .testTarget(name: "ReplayJSONTests", dependencies: ["ReplayJSON", "ReplayMovie", "ReplayTestSupport"]),
        .testTarget(
            name: "ReplayBatchTests",
            dependencies: ["ReplayBatch", "ReplayExporter", "ReplayMovie", "ReplayTestSupport"]),
        .testTarget(
            name: "ReplayEditorTests",
            dependencies: ["MediaTime", "ReplayEditor", "ReplayMovie", "ReplayTestSupport", "ReplayTimeline"]),
        .testTarget(
            name: "ReplayExporterTests",
            dependencies: [
                "FFmpeg", "MediaTime", "ReplayExporter", "ReplayMovie", "ReplayRecording", "ReplaySources",
                "ReplayTestSupport", "ReplayTimeline",
            ]),
        .testTarget(
            name: "ReplayHLSTests", dependencies: ["ReplayHLS", "ReplayMovie", "ReplayTestSupport", "ReplayTool"]),
        .testTarget(
            name: "ReplayImporterTests",
            dependencies: ["FFmpeg", "MediaTime", "ReplayImporter", "ReplayMovie", "ReplayTestSupport"]),
        .testTarget(
            name: "ReplayMovieTests", dependencies: ["FFmpeg", "MediaTime", "ReplayMovie", "ReplayTestSupport"]),
        .testTarget(
            name: "ReplayRecorderTests",
            dependencies: [
                "FFmpeg", "MediaTime", "ReplayCapture", "ReplayControl", "ReplayMovie", "ReplayRecorder",
                "ReplayRecording", "ReplaySources", "ReplayTestSupport",
            ]),
        .testTarget(name: "ReplayTestSupportTests", dependencies: ["MediaTime", "ReplayTestSupport"]),
        .testTarget(name: "ReplayTimelineTests", dependencies: ["ReplayTestSupport", "ReplayTimeline"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where [.regular, .executable].contains(target.type) && target.name != "ReplayTestSupport"
{
    // An import is the module's own affair unless it says that it is part of its interface.
    target.swiftSettings = [.enableUpcomingFeature("InternalImportsByDefault")]
}

// What Scripts/fuzz builds; it needs the sanitizers, so an ordinary build knows nothing of it.
if Context.environment["REPLAY_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "ReplayFuzz",
            dependencies: [
                "FFmpeg", "MediaTime", "ReplayBatch", "ReplayEditor", "ReplayExporter", "ReplayHLS", "ReplayImporter",
                "ReplayMovie", "ReplayRecorder", "ReplayRecording", "ReplaySources", "ReplayControl", "ReplayTimeline",
            ],
            path: "Fuzzing", exclude: ["limits.dict", "seeds"], swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}
