package import ReplayErrors

/// Why D-Bus did not do what it was asked for.
package struct BusError: CategorizedError {
    /// Its name, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
    package let name: String
    /// What was asked for, and what was said to that.
    package let description: String
    /// What kind of failure it is.
    package var category: ErrorCategory { .unavailable }

    package init(name: String, _ description: String) {
        self.name = name
        self.description = description
    }

    /// There is no session bus that lets us in, or it has gone.
    package static let disconnected = "org.freedesktop.DBus.Error.Disconnected"

    /// Whether no program has the name that was called.
    package var isMissingService: Bool {
        ["ServiceUnknown", "NameHasNoOwner", "Spawn.ServiceNotFound", "Spawn.ChildExited", "Spawn.ExecFailed"]
            .contains { name == "org.freedesktop.DBus.Error.\($0)" }
    }

    /// Whether the program has no such interface, method or property.
    package var isMissingMember: Bool {
        ["UnknownInterface", "UnknownMethod", "UnknownProperty", "UnknownObject", "InvalidArgs"]
            .contains { name == "org.freedesktop.DBus.Error.\($0)" }
    }
}
