package import ArgumentParser

/// Whether a command takes options.
package enum CommandCheck {
    /// Why a command does not take these options; nil: it does.
    package static func problem<Root: ParsableCommand>(
        of options: [String], for command: String, in root: Root.Type
    ) -> String? {
        let needed = ["batch": ["jobs.json"]]
        do {
            _ = try Root.parseAsRoot([command] + options + needed[command, default: []])
            return nil
        } catch {
            return Failure.sentence(Root.message(for: error))
        }
    }
}
