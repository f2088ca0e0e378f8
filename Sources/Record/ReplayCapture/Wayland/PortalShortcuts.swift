import DBus
import Glibc
package import ReplaySources
package import SystemPackage

/// Global shortcuts that the desktop portal binds for a recording. They are released when this object is freed. Use it
/// from one thread at a time.
package final class PortalShortcuts {
    private let portal: Portal
    private let session: String

    private init(_ portal: Portal, session: String) {
        self.portal = portal
        self.session = session
    }

    deinit {
        portal.bus.send(BusCall(PortalName.service, path: session, interface: PortalName.session, method: "Close"))
    }

    /// Requests shortcuts from the desktop. The user may choose other keys than the proposed ones.
    /// - Parameter interruptions: Descriptors that end the wait for the user when one becomes readable.
    /// - Throws: `noPortal`, also if the portal cannot bind keys; `notShared` if the user refuses.
    package static func open(interruptions: [FileDescriptor] = []) throws(CaptureError) -> PortalShortcuts {
        let portal = try Portal.connectForShortcuts()
        try portal.watch()
        do throws(BusError) {
            try portal.bus.subscribe(
                to:
                    "type='signal',sender='\(PortalName.service)',interface='\(PortalName.shortcuts)',member='Activated'"
            )
        } catch {
            throw CaptureError(.noPortal, reason: "cannot receive signals of the desktop portal: \(error)")
        }
        let session = try portal.createSession(of: PortalName.shortcuts)
        let shortcuts = PortalShortcuts(portal, session: session)
        _ = try portal.ask(Self.binding(on: session), until: .distantFuture, interruptions: interruptions)
        return shortcuts
    }

    static func binding(on session: String) -> PortalCall {
        let keys = ShortcutAction.allCases.map { action in
            BusValue.structure([
                .string(action.rawValue),
                .dictionary(["description": .string(action.title), "preferred_trigger": .string(action.trigger)]),
            ])
        }
        return PortalCall(
            interface: PortalName.shortcuts, method: "BindShortcuts",
            arguments: [.objectPath(session), .array(element: "(sa{sv})", keys), .string("")], options: [:])
    }

    /// Waits for a shortcut.
    /// - Parameter end: A descriptor that ends the wait when it becomes readable.
    /// - Returns: The action, or nil if the wait was ended or the desktop has closed the session.
    package func next(unless end: FileDescriptor) -> ShortcutAction? {
        while true {
            do throws(BusError) { try portal.bus.receive() } catch { return nil }
            while let message = portal.bus.nextMessage() {
                if message.member == "\(PortalName.session).Closed", message.path == session { return nil }
                if let action = Self.action(message.member, arguments: message.arguments, on: session) { return action }
            }
            guard Portal.wait(for: portal.bus.descriptor, until: .distantFuture, [end]) else { return nil }
        }
    }

    /// Returns the action of a signal, or nil if it has none or belongs to another session.
    static func action(_ member: String?, arguments: [BusValue], on session: String) -> ShortcutAction? {
        guard member == "\(PortalName.shortcuts).Activated", arguments.count >= 2, arguments[0].text == session else {
            return nil
        }
        return arguments[1].text.flatMap(ShortcutAction.init)
    }
}
