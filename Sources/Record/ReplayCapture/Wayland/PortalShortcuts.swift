import DBus
import Glibc
package import ReplaySources
package import SystemPackage

/// Keys that the desktop portal binds for a recording. They are let go with this object. Used from one thread at a time.
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

    /// Asks the desktop for keys, whose user may choose others than those that are proposed.
    /// - Parameter interruptions: end the wait for the user when one can be read.
    /// - Throws: `noPortal`, also where the portal binds no keys; `notShared` where its user says no.
    package static func open(interruptions: [FileDescriptor] = []) throws(CaptureError) -> PortalShortcuts {
        let portal = try Portal.connectForShortcuts()
        try portal.watch()
        do throws(BusError) {
            try portal.bus.subscribe(
                to:
                    "type='signal',sender='\(PortalName.service)',interface='\(PortalName.shortcuts)',member='Activated'"
            )
        } catch {
            throw CaptureError(.noPortal, "the desktop portal cannot be listened to: \(error)")
        }
        let session = try portal.createSession(of: PortalName.shortcuts)
        let shortcuts = PortalShortcuts(portal, session: session)
        _ = try portal.ask(Self.binding(on: session), until: .distantFuture, interruptions)
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

    /// Waits for a key.
    /// - Parameter end: ends the wait when it can be read.
    /// - Returns: nil: the wait was ended, or the desktop has taken the keys back.
    package func next(unless end: FileDescriptor) -> ShortcutAction? {
        while true {
            do throws(BusError) { try portal.bus.receive() } catch { return nil }
            while let message = portal.bus.nextMessage() {
                if message.member == "\(PortalName.session).Closed", message.path == session { return nil }
                if let action = Self.action(message.member, message.arguments, on: session) { return action }
            }
            guard Portal.wait(for: portal.bus.descriptor, until: .distantFuture, [end]) else { return nil }
        }
    }

    /// What a signal asks for; nil: nothing, or it is of another session.
    static func action(_ member: String?, _ arguments: [BusValue], on session: String) -> ShortcutAction? {
        guard member == "\(PortalName.shortcuts).Activated", arguments.count >= 2, arguments[0].text == session else {
            return nil
        }
        return arguments[1].text.flatMap(ShortcutAction.init)
    }
}
