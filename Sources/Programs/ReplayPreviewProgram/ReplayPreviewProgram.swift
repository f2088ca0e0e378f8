import Glibc
import HLSValidation
import ReplayBroadcast
import ReplayCast
import ReplayCommandLine
import ReplayComments
import ReplayLibrary
import ReplayLive
import ReplayPreview

@main
enum ReplayPreviewProgram {
    static func main() {
        if CommandLine.arguments.dropFirst() == [CastProcess.serverArgument] {
            exit(
                CastMain.run(
                    CastExtensions(
                        viewerOutput: { try LiveOutput($0, window: $1, streams: $2, in: $3) },
                        commentConnector: { try CommentLink($0, source: $1, recording: $2, after: $3, report: $4) })))
        }
        PreviewServer.configureMemory()
        Preview.server.withLock { $0 = Pages() }
        Validate.validator.withLock { $0 = Validator() }
        FrontTool.runPreview()
    }
}

/// The preview server, implemented with `PreviewServer`.
private struct Pages: PreviewServing {
    func serve(
        _ recording: Recording?, with options: PreviewOptions,
        started: @Sendable (PreviewAddresses) async throws -> Void
    ) async throws {
        let server = try await PreviewServer.start(
            recording, mode: options.isForSharing ? .share : .preview, port: options.port, together: options.isTogether,
            listen: options.listen)
        do {
            try await started(PreviewAddresses(address: server.address, viewersAddress: server.viewersAddress))
        } catch {
            await server.stop()
            throw error
        }
        _ = await server.outcome()
    }

    func openBrowser(_ address: String) async {
        do {
            try await PreviewServer.openBrowser(address)
        } catch {
            Terminal.say("replay: \(error); open the address yourself")
        }
    }
}

/// The validator of HLS, implemented with `HLSValidator`.
private struct Validator: HLSValidating {
    func validate(_ place: String, following time: Double?) throws -> HLSValidation {
        let (validator, time) = (HLSValidator(), time.map { Duration.seconds($0) })
        // The address of a broadcast is that of its page.
        let address = place.hasSuffix("/") ? place + "main.m3u8" : place
        let report =
            try place.contains("://")
            ? validator.validate(address: address, following: time) : validator.validate(folder: place, following: time)
        return HLSValidation(report: report, text: ValidationText(report).text, isValid: report.isValid)
    }
}
