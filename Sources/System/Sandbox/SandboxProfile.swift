/// The system calls and the folders that a process in a sandbox may use.
package struct SandboxProfile: Sendable {
    /// The name of the profile, for messages.
    package let name: String
    /// The system calls.
    package let calls: SystemCallPolicy
    /// The folders that may be read with everything in them. A file elsewhere can be used only by its descriptor.
    package let readableFolders: [String]

    /// A process that parses and decodes media. It reads and writes the files whose descriptors it is given.
    package static let decoder = SandboxProfile(
        // Dispatch ends a process that cannot read the state of its threads there.
        name: "decoder", calls: .media, readableFolders: ["/proc"])
}
