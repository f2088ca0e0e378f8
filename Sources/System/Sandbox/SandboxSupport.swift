import CLinux
import Glibc

/// The parts of a sandbox that a kernel has.
package struct SandboxSupport: Codable, Equatable, Sendable {
    /// The version of Landlock's interface; 0 if there is none.
    package var landlockVersion: Int
    /// True if system calls can be filtered.
    package var filtersCalls: Bool

    /// Creates a description.
    package init(landlockVersion: Int, filtersCalls: Bool) {
        (self.landlockVersion, self.filtersCalls) = (landlockVersion, filtersCalls)
    }

    /// The parts that the running kernel has.
    package static var ofKernel: SandboxSupport {
        let kill = SystemCallPolicy.Verdict.kill.action
        return SandboxSupport(landlockVersion: Landlock.version, filtersCalls: replay_seccomp_has_action(kill) == 0)
    }

    /// The parts that are missing, each as a sentence with its consequence.
    package var missing: [String] {
        var sentences: [String] = []
        if !filtersCalls {
            sentences.append("the kernel cannot filter system calls (seccomp), so a decoder could use the network")
        }
        if landlockVersion == 0 {
            sentences.append(
                "the kernel has no Landlock, so only the filter of system calls keeps a decoder from your files")
        }
        return sentences
    }
}
