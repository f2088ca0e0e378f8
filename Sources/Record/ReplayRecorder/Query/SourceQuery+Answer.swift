import FoundationEssentials
import Glibc
import ReplayCapture
import ReplayControl
import ReplaySources
import Threads

extension SourceQuery {
    /// Answers a program. If the program closes the connection, this process exits, for example while it waits for a
    /// click on a window.
    /// - Throws: `ThreadError` if no thread can be created.
    func answer(to owner: LineSocket) throws(ThreadError) {
        try WorkerThread.detach(named: "owner") {
            var buffer: [UInt8] = []
            while owner.receive(&buffer) != nil {}
            _exit(1)
        }
        guard query == .microphoneLevel else {
            owner.send(ControlLine.encode(answered()))
            return
        }
        do throws(CaptureError) {
            try MicrophoneMeter.run(text, server: server, to: owner)
        } catch {
            var answer = SourceAnswer()
            answer.failed = error
            owner.send(ControlLine.encode(answer))
        }
    }

    private static func screenshot(of display: String?) throws(CaptureError) -> Data {
        do {
            return Data(try XConnection.open(display: display).screenshot())
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(.requestRefused, reason: "an image of the screen cannot be made: \(error)")
        }
    }

    private func answered() -> SourceAnswer {
        var answer = SourceAnswer()
        do throws(CaptureError) {
            switch query {
            case .monitors: answer.monitors = try XConnection.open(display: display).monitors()
            case .portal: answer.portal = try PortalSession.findAbilities()
            case .windows: answer.windows = try WindowList.list(display: display)
            case .window: answer.windows = [try WindowList.find(matching: text ?? "", display: display)]
            case .clickedWindow: answer.windows = try WindowList.pick(display: display).map { [$0] } ?? []
            case .screenshot: answer.screenshot = try Self.screenshot(of: display)
            case .microphones: answer.microphones = try PulseInventory.query(server: server).microphoneDevices
            case .applications: answer.applications = try PulseInventory.query(server: server).playingApplications
            case .displayCheck: answer.findings = DisplayCheck.run(at: display).findings
            case .audioCheck: answer.findings = AudioCheck.run(server: server).findings
            case .cameraCheck: answer.findings = CameraCheck.run().findings
            case .microphoneLevel: break
            }
        } catch {
            answer.failed = error
        }
        return answer
    }
}
