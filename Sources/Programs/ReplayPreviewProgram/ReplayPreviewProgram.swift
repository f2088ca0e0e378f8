import HLSValidation
import ReplayCommandLine
import ReplayLibrary
import ReplayPreview

@main
enum ReplayPreviewProgram {
    static func main() {
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
    func validate(_ place: String) throws -> HLSValidation {
        let validator = HLSValidator()
        let report = try place.contains("://") ? validator.validate(address: place) : validator.validate(folder: place)
        return HLSValidation(report: report, text: ValidationText(report).text, isValid: report.isValid)
    }
}
