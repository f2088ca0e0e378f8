import CDBus
import Glibc
package import SystemPackage

/// A private connection to a message bus, without threads or a main loop. `receive()` reads messages, and
/// `nextMessage()` returns them. Use it from one thread at a time.
package final class BusConnection {
    private let pointer: OpaquePointer
    /// The name that the bus assigned to this connection, such as `:1.42`.
    package let uniqueName: String
    /// The socket, which is readable while there are messages to `receive()`.
    package let descriptor: FileDescriptor

    /// Connects to the session bus: the one of `$DBUS_SESSION_BUS_ADDRESS`, or else the socket `bus` in
    /// `$XDG_RUNTIME_DIR`. Throws an error if there is no bus; it is not started.
    package static func session() throws(BusError) -> BusConnection {
        if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return try BusConnection(address: address) }
        guard let folder = variable("XDG_RUNTIME_DIR"), access(folder + "/bus", F_OK) == 0 else {
            throw BusError(
                name: BusError.disconnected,
                "there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR names one")
        }
        return try BusConnection(address: "unix:path=\(folder)/bus")
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Connects to the bus at an address, such as `unix:path=/run/user/1000/bus`.
    package init(address: String) throws(BusError) {
        var error = ErrorBuffer()
        guard let pointer = dbus_connection_open_private(address, &error.value) else {
            throw error.taken(doing: "the session bus cannot be reached")
        }
        // By default libdbus calls exit(3) if the bus disconnects.
        dbus_connection_set_exit_on_disconnect(pointer, 0)
        var socket: Int32 = -1
        guard dbus_bus_register(pointer, &error.value) != 0, let name = dbus_bus_get_unique_name(pointer),
            dbus_connection_get_unix_fd(pointer, &socket) != 0
        else {
            let refusal = error.taken(doing: "the session bus refuses the connection")
            dbus_connection_close(pointer)
            dbus_connection_unref(pointer)
            throw refusal
        }
        self.pointer = pointer
        uniqueName = String(cString: name)
        descriptor = FileDescriptor(rawValue: socket)
    }

    deinit {
        dbus_connection_close(pointer)
        dbus_connection_unref(pointer)
    }

    /// Subscribes to the signals that match a rule, such as `type='signal',member='Response'`.
    package func subscribe(to rule: String) throws(BusError) {
        var error = ErrorBuffer()
        dbus_bus_add_match(pointer, rule, &error.value)
        if error.isSet { throw error.taken(doing: "cannot subscribe to signals") }
    }

    /// Calls a method and waits for its reply. Signals that arrive in the meantime are kept. Only the whole seconds of
    /// `timeout` count.
    package func call(_ call: BusCall, timeout: Duration = .seconds(10)) throws(BusError) -> BusMessage {
        let name = "\(call.interface).\(call.method)"
        guard let message = call.message else {
            throw BusError(name: "org.freedesktop.DBus.Error.NoMemory", "\(name) cannot be called")
        }
        var error = ErrorBuffer()
        let milliseconds = Int32(clamping: timeout.components.seconds * 1000)
        guard
            let reply = dbus_connection_send_with_reply_and_block(pointer, message.pointer, milliseconds, &error.value)
        else { throw error.taken(doing: "\(name) failed") }
        return BusMessage(reply)
    }

    /// Sends a call without waiting for a reply.
    package func send(_ call: BusCall) {
        guard let message = call.message else { return }
        dbus_message_set_no_reply(message.pointer, 1)
        dbus_connection_send(pointer, message.pointer, nil)
        dbus_connection_flush(pointer)
    }

    /// Reads the messages that have arrived, without waiting.
    /// - Throws: `BusError.disconnected` if the bus is gone.
    package func receive() throws(BusError) {
        guard dbus_connection_read_write(pointer, 0) != 0, dbus_connection_get_is_connected(pointer) != 0 else {
            throw BusError(name: BusError.disconnected, "the connection to the session bus was lost")
        }
    }

    /// Returns the next message that has been read, or nil if there is none.
    package func nextMessage() -> BusMessage? { dbus_connection_pop_message(pointer).map(BusMessage.init) }
}

extension BusConnection {
    /// Returns a property of an object.
    package func property(
        _ name: String, of interface: String, at path: String, destination: String
    ) throws(BusError) -> BusValue? {
        let call = BusCall(
            destination, path: path, interface: "org.freedesktop.DBus.Properties", method: "Get",
            arguments: [.string(interface), .string(name)])
        return try self.call(call).arguments.first?.unwrapped
    }
}

/// An error structure of libdbus, freed with this value.
private struct ErrorBuffer: ~Copyable {
    var value = DBusError()

    init() { dbus_error_init(&value) }

    deinit {
        var value = value
        dbus_error_free(&value)
    }

    var isSet: Bool { value.name != nil }

    func taken(doing what: String) -> BusError {
        let name = value.name.map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed"
        let reason = value.message.map { String(cString: $0) } ?? "no reason was given"
        return BusError(name: name, "\(what): \(reason)")
    }
}
