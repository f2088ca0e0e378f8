import Foundation

/// A system call of one of Replay's programs that fails, or at which the program is killed (Scripts/preload/faults.c).
struct SystemCallFault: CustomStringConvertible {
    enum Call: String, CaseIterable {
        case openat, pwrite, write, fsync, fdatasync, ftruncate, flock, link, rename, unlink, connect
    }
    enum Kind: String, CaseIterable { case error, kill }

    let call: Call
    let kind: Kind
    /// Which of the program's calls, from 1; 0: none, they are counted only.
    let number: Int

    var description: String { "\(kind.rawValue) at \(call.rawValue) \(number)" }

    /// The error with which the kernel lets this call fail when a disk or a peer does.
    private var code: Int32 {
        switch (kind, call) {
        case (.kill, _): -2
        case (_, .pwrite), (_, .write), (_, .link), (_, .ftruncate): ENOSPC
        case (_, .flock): ENOLCK
        case (_, .connect): ECONNREFUSED
        default: EIO
        }
    }

    /// What the program is given.
    /// - Parameters:
    ///   - root: only files below it are hurt.
    ///   - count: a file that is given the number of calls.
    func environment(program: String, library: String, root: String, count: String) -> [String: String] {
        [
            "LD_PRELOAD": library, "FAULT_PROGRAM": program, "FAULT_ROOT": root, "FAULT_CALL": call.rawValue,
            "FAULT_AT": "\(number)", "FAULT_FOR": "1", "FAULT_ERRNO": "\(code)", "FAULT_COUNT": count,
        ]
    }
}
