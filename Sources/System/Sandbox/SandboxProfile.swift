/// The system calls that a process in a sandbox may make.
package struct SandboxProfile: Sendable {
    /// The name of the profile, for messages.
    package let name: String
    /// The system calls.
    package let calls: SystemCallPolicy

    /// A process that parses and decodes media. It opens no file, but reads and writes those whose descriptors it gets.
    ///
    /// It must not use Dispatch, which ends a process that cannot read the state of its threads in `/proc`.
    package static let decoder = SandboxProfile(name: "decoder", calls: .media)
}
