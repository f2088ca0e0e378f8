import CDBus
package import Descriptors

/// A D-Bus message: a call, a reply, or a signal. Use it from one thread.
package final class BusMessage {
    let pointer: OpaquePointer

    /// Takes ownership of a reference.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { dbus_message_unref(pointer) }

    /// The arguments of the message, without file descriptors.
    package var arguments: [BusValue] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(pointer, &iterator) != 0 else { return [] }
        return BusValue.values(at: &iterator)
    }

    /// The object path of a signal's sender or of a call's target.
    package var path: String? { dbus_message_get_path(pointer).map { String(cString: $0) } }
    /// The interface and the member, such as `org.freedesktop.portal.Request.Response`.
    package var member: String? {
        guard let interface = dbus_message_get_interface(pointer), let member = dbus_message_get_member(pointer) else {
            return nil
        }
        return String(cString: interface) + "." + String(cString: member)
    }

    /// Returns the file descriptor in the first argument, which the caller then owns. Nil if the first argument is not
    /// a descriptor.
    package func takeDescriptor() -> OwnedDescriptor? {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(pointer, &iterator) != 0,
            dbus_message_iter_get_arg_type(&iterator) == Int32(UInt8(ascii: "h"))
        else { return nil }
        var descriptor: Int32 = -1
        dbus_message_iter_get_basic(&iterator, &descriptor)
        return OwnedDescriptor(descriptor)
    }
}

/// A call of another program's method.
package struct BusCall: Hashable, Sendable {
    package var destination: String
    package var path: String
    package var interface: String
    package var method: String
    package var arguments: [BusValue] = []

    package init(
        _ destination: String, path: String, interface: String, method: String, arguments: [BusValue] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.method = method
        self.arguments = arguments
    }

    /// The call as a message. Nil if memory is short, or if a name is invalid.
    var message: BusMessage? {
        guard let pointer = dbus_message_new_method_call(destination, path, interface, method) else { return nil }
        let message = BusMessage(pointer)
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(pointer, &iterator)
        for argument in arguments { argument.append(to: &iterator) }
        return message
    }
}
