/// What the disk of the recordings can do. A pure value.
struct DiskCheck: Sendable {
    /// Where the recordings are, or will be.
    var home: String
    /// Why nothing can be written there.
    var failure: String?
    /// Such as “ext4”.
    var fileSystem = ""
    var freeBytes: Int64?
    /// Whether files can be made without a name, and named when they are whole (`O_TMPFILE`, `linkat`).
    var hasNamelessFiles = true
    /// Whether a file can have two names (`link`).
    var hasLinks = true
    /// Whether two folders can be exchanged in one step (`RENAME_EXCHANGE`).
    var hasExchange = true
    /// Whether it keeps who may read a file.
    var keepsModes = true

    /// Below this a recording warns from its beginning.
    private static let low: Int64 = 512 << 20
    /// An hour of a busy screen.
    private static let enough: Int64 = 2 << 30

    var findings: [Diagnosis.Finding] {
        if let failure {
            return [
                .broken(
                    "disk", failure, remedy: "let this user write there, or name another folder by REPLAY_HOME",
                    need: .everything)
            ]
        }
        return [space, features]
    }

    private var space: Diagnosis.Finding {
        guard let freeBytes else { return .ok("disk", home) }
        let found = "\(freeBytes >> 20) MB are free at \(home)"
        let remedy = "make room, or name a folder of another disk by REPLAY_HOME"
        if freeBytes < Self.low { return .broken("disk", found, remedy: remedy, need: .everything) }
        return freeBytes < Self.enough ? .warning("disk", found, remedy: remedy) : .ok("disk", found)
    }

    private var features: Diagnosis.Finding {
        let missing = [
            keepsModes ? nil : "does not keep who may read a file",
            hasNamelessFiles ? nil : "has no nameless files, so an export that is killed leaves a part",
            hasLinks ? nil : "has no hard links, so folders of HLS are written anew each time",
            hasExchange ? nil : "cannot exchange folders in one step, so folders of HLS cannot be replaced",
        ].compactMap(\.self)
        if missing.isEmpty { return .ok("file system", "\(fileSystem): nameless files, links, exchange, modes") }
        return .warning(
            "file system", "\(fileSystem) " + missing.joined(separator: "; "),
            remedy: "name a folder on ext4, XFS, Btrfs or tmpfs by REPLAY_HOME")
    }
}
