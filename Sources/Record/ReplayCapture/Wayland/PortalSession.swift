import DBus
import Descriptors
import Glibc
import MediaTime
package import ReplaySources
package import SystemPackage

/// A conversation with the desktop portal about a screen that it shares. The sharing ends with this object. Used from one
/// thread at a time.
package final class PortalSession {
    /// What the portal can do.
    package let abilities: PortalAbilities
    private let bus: BusConnection
    /// The session's object.
    private let handle: String
    let grant: PortalGrant

    /// What is shared.
    package var source: SharedSource { grant.source }
    /// What to ask with next time for the same; nil: the portal does not remember it.
    package var token: String? { grant.token }
    var descriptor: FileDescriptor { bus.descriptor }

    private init(_ portal: Portal, handle: String, grant: PortalGrant) {
        abilities = portal.abilities
        bus = portal.bus
        self.handle = handle
        self.grant = grant
    }

    deinit {
        bus.send(BusCall(PortalName.service, path: handle, interface: PortalName.session, method: "Close"))
    }

    /// What this desktop's portal can share.
    /// - Throws: `noPortal`.
    package static func findAbilities() throws(CaptureError) -> PortalAbilities { try Portal.connect().abilities }

    /// Asks the portal, which asks its user; returns when it shares something.
    /// - Parameter interruptions: end the wait for the user when one can be read.
    /// - Throws: `noPortal`, also where it cannot remember and should; `noSuchTarget` where there is nothing of that kind;
    ///   `notShared`.
    package static func open(
        _ request: PortalRequest, interruptions: [FileDescriptor] = []
    ) throws(CaptureError) -> PortalSession {
        let portal = try Portal.connect()
        let request = try portal.abilities.possible(request)
        try portal.watch()
        let handle = try portal.createSession()
        do throws(CaptureError) {
            let selection = portal.screenCast("SelectSources", on: handle, options: request.options(portal.abilities))
            _ = try portal.ask(selection, until: .now + Portal.answerLimit, interruptions)
            let start = portal.screenCast("Start", on: handle, window: true)
            // As long as its user thinks about it.
            let results = try portal.ask(start, until: .distantFuture, interruptions)
            guard let grant = PortalGrant(results, asked: request.kinds) else {
                throw CaptureError(.notShared, "the desktop portal shares nothing")
            }
            return PortalSession(portal, handle: handle, grant: grant)
        } catch {
            portal.bus.send(BusCall(PortalName.service, path: handle, interface: PortalName.session, method: "Close"))
            throw error
        }
    }

    /// The connection to PipeWire that shows what is shared, and nothing else.
    func openRemote() throws(CaptureError) -> OwnedDescriptor {
        let call = BusCall(
            PortalName.service, path: PortalName.path, interface: PortalName.screenCast, method: "OpenPipeWireRemote",
            arguments: [.objectPath(handle), .dictionary([:])])
        do throws(BusError) {
            if let socket = try bus.call(call).takeDescriptor() { return socket }
        } catch {
            throw CaptureError(.noPortal, "the desktop portal gives no connection to PipeWire: \(error)")
        }
        throw CaptureError(.noPortal, "the desktop portal gives no connection to PipeWire")
    }

    /// Reads what the portal says, without waiting.
    /// - Throws: `sharingEnded`, `displayLost`.
    func receive() throws(CaptureError) {
        do throws(BusError) { try bus.receive() } catch {
            throw CaptureError(.displayLost, "the desktop session went away: \(error)")
        }
        while let message = bus.nextMessage() {
            switch message.member {
            case "\(PortalName.session).Closed" where message.path == handle:
                throw CaptureError(.sharingEnded, "the desktop ended the sharing of the \(sourceName)")
            case "org.freedesktop.DBus.NameOwnerChanged" where Portal.isLoss(message.arguments):
                throw CaptureError(.displayLost, "the desktop portal went away")
            default: continue
            }
        }
    }

    private var sourceName: String { source.kind.map { "\($0)" } ?? "screen" }
}

extension PortalAbilities {
    /// The request without the kinds that the portal does not have.
    /// - Throws: `noSuchTarget` where none is left, `noPortal` where it is to remember, and cannot.
    func possible(_ request: PortalRequest) throws(CaptureError) -> PortalRequest {
        guard !request.isRemembered || version >= PortalRequest.rememberingVersion else {
            throw CaptureError(
                .noPortal,
                "this desktop’s portal does not remember what it shares: its ScreenCast interface is of version \(version), "
                    + "\(PortalRequest.rememberingVersion) is needed",
                remedy: "leave out --remember, and choose each time")
        }
        var possible = request
        possible.kinds = request.kinds.filter(kinds.contains)
        guard possible.kinds.isEmpty else { return possible }
        let there = kinds.isEmpty ? "" : ", only " + kinds.map { "\($0)s" }.joined(separator: " and ")
        let wanted = request.kinds.map { "\($0)s" }.joined(separator: " or ")
        throw CaptureError(
            .noSuchTarget, "this desktop’s portal shares no \(wanted)\(there)",
            remedy: "record another kind of thing, or an X11 display by --display")
    }
}
