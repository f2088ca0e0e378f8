/// A file of defaults that cannot be used, or a default that cannot be.
struct ConfigError: Error, CustomStringConvertible {
    let reason: String

    /// A sentence for the user, without its full stop.
    var description: String { reason }
}
