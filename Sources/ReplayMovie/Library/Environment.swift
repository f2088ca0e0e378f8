import Glibc

/// The environment of this process.
enum Environment {
    /// A variable's value; nil where it is not set or empty.
    static func value(of name: String) -> String? {
        getenv(name).map { String(path: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
