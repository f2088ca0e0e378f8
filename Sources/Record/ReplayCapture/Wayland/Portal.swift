import DBus
import Glibc
import MediaTime
import ReplaySources
import SystemPackage

/// A client of the desktop portal that sends requests. Use it from one thread.
final class Portal {
    let bus: BusConnection
    let abilities: PortalAbilities
    private var requestCount = 0

    /// The timeout for requests that show no dialog. The portal may have to be started first.
    static let answerLimit = Duration.seconds(25)

    private init(_ bus: BusConnection, abilities: PortalAbilities) {
        self.bus = bus
        self.abilities = abilities
    }

    /// Connects to the portal for screen casts.
    /// - Throws: `noPortal` if there is none or it does not answer.
    static func connect() throws(CaptureError) -> Portal {
        do throws(BusError) {
            let bus = try BusConnection.session()
            return Portal(bus, abilities: try abilities(on: bus))
        } catch {
            if error.isMissingService || error.isMissingMember {
                throw CaptureError(
                    .noPortal, reason: "there is no desktop portal that shares screens",
                    remedy:
                        "install xdg-desktop-portal and the portal of this desktop, such as xdg-desktop-portal-gnome, "
                        + "-kde or -wlr")
            }
            throw CaptureError(.noPortal, reason: "cannot call the desktop portal: \(error)")
        }
    }

    /// Connects to the portal for binding keys only.
    /// - Throws: `noPortal` if there is none, or if it cannot bind keys.
    static func connectForShortcuts() throws(CaptureError) -> Portal {
        do throws(BusError) {
            let bus = try BusConnection.session()
            let version = try bus.property(
                "version", of: PortalName.shortcuts, at: PortalName.path, destination: PortalName.service)?.number
            guard let version, version > 0 else {
                throw BusError(name: "org.freedesktop.DBus.Error.UnknownInterface", "")
            }
            return Portal(bus, abilities: PortalAbilities(version: 0, kinds: 0, cursorModes: 0))
        } catch {
            throw CaptureError(
                .noPortal,
                reason:
                    "this desktop’s portal does not support global shortcuts (org.freedesktop.portal.GlobalShortcuts)",
                remedy: "leave out --shortcuts, and bind keys to “replay pause” and others in the desktop’s settings")
        }
    }

    private static func abilities(on bus: BusConnection) throws(BusError) -> PortalAbilities {
        func number(_ name: String, of interface: String = PortalName.screenCast) throws(BusError) -> UInt32 {
            let value = try bus.property(name, of: interface, at: PortalName.path, destination: PortalName.service)
            return value?.number ?? 0
        }
        let version = Int(try number("version"))
        // Version 1 has no property for its cursor modes.
        let cursorModes = version >= 2 ? try number("AvailableCursorModes") : 0
        var abilities = PortalAbilities(
            version: version, kinds: try number("AvailableSourceTypes"), cursorModes: cursorModes)
        do throws(BusError) {
            abilities.hasShortcuts = try number("version", of: PortalName.shortcuts) > 0
        } catch  where error.isMissingMember {}
        return abilities
    }

    /// Subscribes to the portal's signals for this connection: answers, ends of sessions, and the portal's exit.
    func watch() throws(CaptureError) {
        let me = PortalName.element(of: bus.uniqueName)
        let rules = [
            "type='signal',sender='\(PortalName.service)',interface='\(PortalName.request)',member='Response',"
                + "path_namespace='\(PortalName.path)/request/\(me)'",
            "type='signal',sender='\(PortalName.service)',interface='\(PortalName.session)',member='Closed',"
                + "path_namespace='\(PortalName.path)/session/\(me)'",
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
                + "arg0='\(PortalName.service)'",
        ]
        do throws(BusError) {
            for rule in rules { try bus.subscribe(to: rule) }
        } catch {
            throw CaptureError(.noPortal, reason: "cannot receive signals of the desktop portal: \(error)")
        }
    }

    /// Returns true if the arguments of `NameOwnerChanged` say that the portal's name has no owner.
    static func isLoss(_ arguments: [BusValue]) -> Bool {
        arguments.count == 3 && arguments[0].text == PortalName.service && arguments[2].text == ""
    }

    /// Creates a session.
    /// - Returns: The object path of the session.
    func createSession(of interface: String = PortalName.screenCast) throws(CaptureError) -> String {
        let call = PortalCall(
            interface: interface, method: "CreateSession",
            options: ["session_handle_token": .string(nextToken)])
        let results = try ask(call, until: .now + Self.answerLimit, interruptions: [])
        guard let handle = results["session_handle"]?.text else {
            throw CaptureError(.noPortal, reason: "the desktop portal created no session")
        }
        return handle
    }

    func screenCast(
        _ method: String, on session: String, window: Bool = false, options: [String: BusValue] = [:]
    ) -> PortalCall {
        // The parent window of the dialog: a program in a terminal has none.
        let arguments: [BusValue] = [.objectPath(session)] + (window ? [.string("")] : [])
        return PortalCall(interface: PortalName.screenCast, method: method, arguments: arguments, options: options)
    }

    /// A random token, so that other programs cannot predict the object path of the answer.
    private var nextToken: String {
        requestCount += 1
        return "replay\(requestCount)_\(UInt64.random(in: 0 ... .max))"
    }

    /// Calls a method that answers with a signal, and waits for the answer.
    func ask(
        _ call: PortalCall, until deadline: HostTime, interruptions: [FileDescriptor]
    ) throws(CaptureError) -> [String: BusValue] {
        let token = nextToken
        let handle = "\(PortalName.path)/request/\(PortalName.element(of: bus.uniqueName))/\(token)"
        do throws(BusError) {
            _ = try bus.call(call.busCall(token: token), timeout: Self.answerLimit)
        } catch {
            throw CaptureError(.noPortal, reason: "the desktop portal refuses to share: \(error)")
        }
        switch try response(at: handle, until: deadline, interruptions) {
        case .granted(let results): return results
        case .denied:
            throw CaptureError(.notShared, reason: "not recording: sharing was refused in the desktop’s dialog")
        case .failed:
            throw CaptureError(
                .notShared, reason: "not recording: the desktop portal’s request was cancelled (\(call.method))",
                remedy: "see its log: journalctl --user -u xdg-desktop-portal")
        }
    }

    private func response(
        at handle: String, until deadline: HostTime, _ interruptions: [FileDescriptor]
    ) throws(CaptureError) -> PortalResponse {
        while HostTime.now < deadline {
            do throws(BusError) { try bus.receive() } catch {
                throw CaptureError(.noPortal, reason: "the desktop session was lost: \(error)")
            }
            while let message = bus.nextMessage() {
                if message.path == handle, message.member == "\(PortalName.request).Response" {
                    return PortalResponse(message.arguments)
                }
                if message.member == "org.freedesktop.DBus.NameOwnerChanged", Self.isLoss(message.arguments) {
                    throw CaptureError(.noPortal, reason: "the desktop portal ended before it answered")
                }
            }
            guard Self.wait(for: bus.descriptor, until: deadline, interruptions) else {
                bus.send(BusCall(PortalName.service, path: handle, interface: PortalName.request, method: "Close"))
                throw CaptureError(
                    .notShared, reason: "not recording: the request for the desktop’s dialog was cancelled")
            }
        }
        throw CaptureError(.noPortal, reason: "the desktop portal did not answer")
    }

    /// Waits until a descriptor is readable or the deadline has passed.
    /// - Returns: False if an interruption is readable.
    static func wait(
        for descriptor: FileDescriptor, until deadline: HostTime, _ interruptions: [FileDescriptor]
    ) -> Bool {
        var polled = ([descriptor] + interruptions).map {
            pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&polled, nfds_t(polled.count), (deadline - .now).timeoutMilliseconds)
        return count <= 0 || polled.dropFirst().allSatisfy { $0.revents == 0 }
    }
}

/// A call of a portal method that answers with a signal. A pure value.
struct PortalCall: Equatable {
    var interface: String
    var method: String
    /// The arguments before the options.
    var arguments: [BusValue] = []
    var options: [String: BusValue]

    /// Returns the D-Bus call.
    /// - Parameter token: The name of the object that sends the answer.
    func busCall(token: String) -> BusCall {
        var options = options
        options["handle_token"] = .string(token)
        return BusCall(
            PortalName.service, path: PortalName.path, interface: interface, method: method,
            arguments: arguments + [.dictionary(options)])
    }
}
