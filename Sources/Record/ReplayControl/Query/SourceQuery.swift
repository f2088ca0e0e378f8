import Descriptors
package import FoundationEssentials
import Glibc
package import ReplaySources

/// A question about the sources of this machine. `replayd` answers it: a program that embeds Replay is not linked with the
/// libraries of the display and the audio server.
package struct SourceQuery: Codable, Sendable {
    /// What is asked for.
    package enum Kind: String, Codable, Sendable {
        case monitors, windows, microphones, applications
        /// The one window that `text` means.
        case window
        /// The window that the user clicks on.
        case clickedWindow
        /// An image of the whole screen.
        case screenshot
        /// How loud the microphone is that `text` names, again and again; nil: the default one.
        case microphoneLevel
        /// What the desktop portal can share.
        case portal
        /// What a diagnosis finds of them.
        case displayCheck, audioCheck, cameraCheck
    }

    package var query: Kind
    /// The X display; nil: that of `$DISPLAY`.
    package var display: String?
    /// The audio server; nil: that of `$PULSE_SERVER`, or the user's own.
    package var server: String?
    package var text: String?

    package init(_ query: Kind, display: String? = nil, server: String? = nil, text: String? = nil) {
        self.query = query
        self.display = display
        self.server = server
        self.text = text
    }
}

/// What `replayd` answers; only what was asked for is set.
package struct SourceAnswer: Codable, Sendable {
    package var monitors: [ScreenMonitor]?
    package var windows: [ScreenWindow]?
    package var microphones: [AudioDevice]?
    package var applications: [AudioApplication]?
    /// A JPEG file.
    package var screenshot: Data?
    package var portal: PortalAbilities?
    package var findings: [Diagnosis.Finding]?
    /// The loudest sample since the answer before, 0...1.
    package var level: Float?
    package var failed: CaptureError?

    package init() {}
}

/// Images of a screen.
package enum Screenshot {
    /// The screen of a display as it is now, as a JPEG file. Waits for `replayd`.
    /// - Parameter display: as in `$DISPLAY`; nil: that.
    /// - Throws: `noDisplay`, `unsupportedDisplay`, `displayLost`, `requestRefused`, `noRecorder`.
    package static func take(display: String? = nil) throws(CaptureError) -> [UInt8] {
        guard let image = try SourceQuery(.screenshot, display: display).send().screenshot else {
            throw CaptureError(.noRecorder, "“replayd” is of another version", remedy: "install Replay anew")
        }
        return [UInt8](image)
    }
}

extension SourceQuery {
    /// A display may have thousands of windows, with titles of any length.
    private static let maxAnswerLength = 16 << 20

    /// Starts a `replayd`, asks it, and waits for its answer and its end.
    /// - Throws: `noRecorder`; what it fails with.
    package func send() throws(CaptureError) -> SourceAnswer {
        let daemon = try start()
        defer { _ = SystemCall.retrying { waitpid(daemon.pid, nil, 0) } }
        // Its own end of the connection, so that it hears of ours.
        defer { shutdown(daemon.connection.descriptor.rawValue, Int32(SHUT_RDWR)) }
        daemon.connection.send(ControlLine.encode(self))
        var buffer: [UInt8] = []
        guard let line = daemon.connection.receiveLine(&buffer, maxLength: Self.maxAnswerLength),
            let answer: SourceAnswer = ControlLine.decode(line)
        else { throw CaptureError(.noRecorder, "“replayd” ended without an answer") }
        if let failure = answer.failed { throw failure }
        return answer
    }

    func start() throws(CaptureError) -> DaemonProcess {
        do throws(RecorderError) {
            return try DaemonProcess.start(isDetached: false, hasOwnSession: false)
        } catch {
            throw CaptureError(.noRecorder, error.description)
        }
    }
}
