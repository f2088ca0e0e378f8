import Glibc

/// A target of the fuzzer: a function that takes bytes. It must not trap or hang, nor need much memory.
enum FuzzTarget: String, CaseIterable {
    case presets, jobs, edits, movie, playlists, captions, control, demuxer, requests, timelines, pointer
    case changes, shapes, keys, bitstream, handler, setup, comments

    var run: ([UInt8]) -> Void {
        switch self {
        case .presets: fuzzPreset
        case .jobs: fuzzJobs
        case .edits: fuzzEdit
        case .movie: fuzzMovie
        case .playlists: fuzzPlaylists
        case .captions: fuzzCaptions
        case .control: fuzzControl
        case .demuxer: fuzzDemuxer
        case .requests: fuzzRequest
        case .timelines: fuzzTimeline
        case .pointer: fuzzPointer
        case .changes: fuzzChanges
        case .shapes: fuzzShapes
        case .keys: fuzzKeys
        case .bitstream: fuzzBitstream
        case .handler: fuzzHandler
        case .setup: fuzzSetup
        case .comments: fuzzComments
        }
    }

    /// The target that `$REPLAY_FUZZ_TARGET` names.
    static let chosen: FuzzTarget = {
        let name = getenv("REPLAY_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            fatalError("REPLAY_FUZZ_TARGET must be one of \(allCases.map(\.rawValue))")
        }
        return target
    }()
}
