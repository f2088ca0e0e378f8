package import SystemPackage

/// The identity of a file or folder, which is the same under all its names.
package struct FileIdentifier: Hashable, Sendable {
    let device: DeviceID
    let inode: Inode

    package init(_ status: Stat) {
        device = status.deviceID
        inode = status.inode
    }
}
