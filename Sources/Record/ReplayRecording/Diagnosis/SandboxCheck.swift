import ReplaySources
import Sandbox

/// The parts of the sandbox that the kernel has, in which other programs' movies are read. A pure value.
struct SandboxCheck: Sendable {
    var support: SandboxSupport

    var findings: [Diagnosis.Finding] {
        guard support.missing.isEmpty else {
            return support.missing.map {
                .warning("sandbox", found: $0, remedy: "turn it on in the kernel, or import only movies that you trust")
            }
        }
        return [.ok("sandbox", found: "seccomp and Landlock \(support.landlockVersion) confine imports")]
    }
}
