package import ReplayErrors

/// An error of D-Bus.
package struct BusError: CategorizedError {
    /// The D-Bus name of the error, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
    package let name: String
    /// The operation and its reason for failure.
    package let description: String
    /// The error's category, `unavailable`.
    package var category: ErrorCategory { .unavailable }

    package init(name: String, _ description: String) {
        self.name = name
        self.description = description
    }

    /// The error name for a session bus that does not exist, refuses the connection, or is gone.
    package static let disconnected = "org.freedesktop.DBus.Error.Disconnected"

    /// True if no program owns the called name.
    package var isMissingService: Bool {
        ["ServiceUnknown", "NameHasNoOwner", "Spawn.ServiceNotFound", "Spawn.ChildExited", "Spawn.ExecFailed"]
            .contains { name == "org.freedesktop.DBus.Error.\($0)" }
    }

    /// True if the program has no such interface, method or property.
    package var isMissingMember: Bool {
        ["UnknownInterface", "UnknownMethod", "UnknownProperty", "UnknownObject", "InvalidArgs"]
            .contains { name == "org.freedesktop.DBus.Error.\($0)" }
    }
}
