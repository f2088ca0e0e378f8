package import Glibc

/// A file or folder, whatever its names.
package struct FileIdentifier: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

extension stat {
    package var isFile: Bool { st_mode & S_IFMT == S_IFREG }
    package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}
