import ReplayCommandLine
import ReplayLibrary
import ReplayPreview

@main
enum ReplayPreviewProgram {
    static func main() {
        PreviewServer.configureMemory()
        Preview.server.withLock { $0 = Pages() }
        FrontTool.runPreview()
    }
}

/// Serves pages by `PreviewServer`.
private struct Pages: PreviewServing {
    func serve(
        _ recording: Recording?, isForSharing: Bool, port: Int, started: @Sendable (String) async throws -> Void
    ) async throws {
        let server = try await PreviewServer.start(recording, mode: isForSharing ? .share : .preview, port: port)
        do {
            try await started(server.address)
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
