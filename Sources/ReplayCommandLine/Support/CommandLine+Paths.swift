import ReplayControl
import ReplayLibrary

extension CommandLine {
    /// What stands after the program's name. `arguments` has another character in place of each byte that is not UTF-8, so a file
    /// of such a name could not be opened.
    package static var pathArguments: [String] {
        (1..<max(1, Int(argc))).compactMap { unsafeArgv[$0].map { String(path: $0) } }
    }
}
