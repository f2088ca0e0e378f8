import Foundation
import Replay
import ReplayTestSupport

/// A disk that fails under the recorder at one of its calls. A preloaded library simulates it
/// (Scripts/preload/faults.c).
struct DiskFault: CustomStringConvertible {
    enum Call: String, CaseIterable { case pwrite, write, ftruncate, fdatasync, fsync, rename, open, any }
    enum Kind: String, CaseIterable { case transientEIO, lastingEIO, transientENOSPC, lastingENOSPC, short, delay }

    var call: Call
    var kind: Kind
    /// The number of the first call that fails, from 1.
    var number: Int
    /// The number of slow calls, and their delay in milliseconds.
    var (delayed, delay) = (0, 0)
    /// The name of the files that it hurts; nil: all.
    var name: String?

    var description: String { "\(kind.rawValue) at \(call.rawValue) \(number)" }

    init(_ call: Call, _ kind: Kind, at number: Int) { (self.call, self.kind, self.number) = (call, kind, number) }

    /// Returns the environment with which the recorder meets the fault below a folder.
    func environment(library: String, below root: String, countingIn count: String) -> [String: String] {
        let code: Int32 =
            switch kind {
            case .transientEIO, .lastingEIO: EIO
            case .transientENOSPC, .lastingENOSPC: ENOSPC
            case .short: 0
            case .delay: -1
            }
        let isLasting = kind == .lastingEIO || kind == .lastingENOSPC
        let only = name.map { ["FAULT_NAME": $0] } ?? [:]
        return only.merging([
            "LD_PRELOAD": library, "FAULT_ROOT": root, "FAULT_CALL": call.rawValue, "FAULT_AT": "\(number)",
            "FAULT_FOR": kind == .delay ? "\(delayed)" : isLasting ? "0" : "1", "FAULT_ERRNO": "\(code)",
            "FAULT_DELAY": "\(delay)", "FAULT_COUNT": count,
        ]) { $1 }
    }
}

extension DurabilityPlace {
    /// Starts `replay` over a disk that fails.
    func start(_ arguments: [String], over fault: DiskFault, clockJump: Int = 0) throws -> ChildProcess {
        let library = try PreloadedLibrary.faults.path()
        let root = place.home.appending(path: "recordings").path
        var environment = place.environment
        // The file that tells other programs of the recording is in another folder, so its calls do not count.
        environment["XDG_RUNTIME_DIR"] = environment["XDG_RUNTIME_DIR"] ?? place.folder.path
        environment.merge(
            fault.environment(library: library, below: root, countingIn: place.path("count"))
        ) { $1 }
        environment["FAULT_CLOCK"] = "\(clockJump)"
        return try ChildProcess(.replay, arguments, environment: environment, folder: place.folder)
    }

    /// The number of calls that could have failed; nil while the recorder runs.
    var faultableCalls: Int? {
        let text = try? String(contentsOfFile: place.path("count"), encoding: .utf8)
        return text.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
}
