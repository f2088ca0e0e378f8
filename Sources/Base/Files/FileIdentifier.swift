package import SystemPackage

/// A file or folder, whatever its names.
package struct FileIdentifier: Hashable, Sendable {
    let device: DeviceID
    let inode: Inode

    package init(_ status: Stat) {
        device = status.deviceID
        inode = status.inode
    }
}
