import CLinux

/// The names of file systems.
enum FileSystemName {
    /// Returns the name of the file system of a path, or its number if it is unknown.
    static func of(_ path: String) -> String {
        var status = statfs()
        guard statfs(path, &status) == 0 else { return "unknown" }
        let number = UInt32(truncatingIfNeeded: status.f_type)
        return names[number] ?? "file system 0x" + String(number, radix: 16)
    }

    /// The numbers from <linux/magic.h> and the file systems' own headers.
    private static let names: [UInt32: String] = [
        0xef53: "ext4", 0x5846_5342: "XFS", 0x9123_683e: "Btrfs", 0x0102_1994: "tmpfs", 0x794c_7630: "overlayfs",
        0x2fc1_2fc1: "ZFS", 0xf2f5_2010: "F2FS", 0x4d44: "FAT", 0x2011_bab0: "exFAT", 0x7366_746e: "NTFS",
        0x6573_5546: "FUSE", 0x6969: "NFS", 0xff53_4d42: "CIFS", 0xfe53_4d42: "SMB", 0x0102_1997: "9P",
    ]
}
