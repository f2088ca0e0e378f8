import Dispatch
import Glibc
import ReplayLibrary

/// The process of `replay`, or of `replay-media`.
package enum ReplayProcess {
    /// Prepares the process and runs `body` in it.
    ///
    /// Not `async`: Swift's runtime opens descriptors before an asynchronous `main`, which would take the places of
    /// standard ones that are closed.
    package static func run(_ body: @escaping @Sendable ([String]) async -> Never) -> Never {
        StandardDescriptors.fill()
        // A reader that goes away ends the output, not the process.
        signal(SIGPIPE, SIG_IGN)
        Task { await body(CommandLine.pathArguments) }
        dispatchMain()
    }
}
