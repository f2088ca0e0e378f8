import Foundation

/// A system call of one of Replay's programs that fails, or at which the program is killed (Scripts/preload/faults.c).
struct SystemCallFault: CustomStringConvertible {
    enum Call: String, CaseIterable {
        case openat, pwrite, write, fsync, fdatasync, ftruncate, flock, link, rename, unlink, connect
    }
    enum Kind: String, CaseIterable { case error, kill }

    let call: Call
    let kind: Kind
    /// The number of the failing call, from 1; 0 if calls are only counted.
    let number: Int

    var description: String { "\(kind.rawValue) at \(call.rawValue) \(number)" }

    /// The error that this call returns if a disk or a peer fails.
    private var code: Int32 {
        switch (kind, call) {
        case (.kill, _): -2
        case (_, .pwrite), (_, .write), (_, .link), (_, .ftruncate): ENOSPC
        case (_, .flock): ENOLCK
        case (_, .connect): ECONNREFUSED
        default: EIO
        }
    }

    /// Returns the environment of the program.
    /// - Parameters:
    ///   - root: The folder to which the faults are limited.
    ///   - count: The file that receives the number of calls.
    func environment(program: String, library: String, root: String, count: String) -> [String: String] {
        [
            "LD_PRELOAD": library, "FAULT_PROGRAM": program, "FAULT_ROOT": root, "FAULT_CALL": call.rawValue,
            "FAULT_AT": "\(number)", "FAULT_FOR": "1", "FAULT_ERRNO": "\(code)", "FAULT_COUNT": count,
        ]
    }
}
