import Files
import Glibc
import Logging
import MediaTime
import ReplayControl
import ReplayLibrary
import ReplayMovie
import Synchronization

/// The log of a recording, for diagnosing faults. It never contains screen content, audio, titles or names that a user
/// chose.
///
/// The log goes to `log.txt` in the recording's folder, to the file of `RecordingConfiguration.log` or `$REPLAY_LOG`,
/// and, if verbose, to standard error.
final class RecorderLog: Sendable {
    /// The environment variable that names a log file.
    static let variable = "REPLAY_LOG"

    let logger: Logger
    private let writer: LogWriter
    /// The time when the figures are logged next.
    let nextFigures = Mutex(HostTime.now + figuresInterval)
    static let figuresInterval = Duration.seconds(60)

    /// - Parameter onFailure: called when lines could not be written to a place for the first time.
    /// - Throws: `FileSystemError` if the file that was named cannot be opened, `ThreadError`.
    init(
        _ configuration: RecordingConfiguration,
        onFailure: @escaping @Sendable (_ subject: StandingWarnings.Subject, _ sentence: String) -> Void
    ) throws {
        let named = configuration.log ?? String.variable(Self.variable)
        var streams = try named.map { [try LogStream.file($0)] } ?? []
        if configuration.isVerbose, let terminal = LogStream.standardError() { streams.append(terminal) }
        let writer = try LogWriter(to: streams, onFailure: onFailure)
        self.writer = writer
        let level: Logger.Level = configuration.isVerbose ? .debug : .info
        logger = Logger(label: "replayd") { _ in RecorderLogHandler(writer, level: level) }
        logger.info("\(ReplayVersion.name), process \(getpid()): \(Self.summary(of: configuration))")
    }

    /// Writes the log into the recording's folder from now on.
    func keep(in folder: Directory) { writer.keep(in: folder) }

    /// Stops writing into the recording's folder, so that the folder can be removed.
    func leaveFolder() { writer.leaveFolder() }

    /// Waits until everything is written, or for a short time if a disk hangs.
    func finish() { writer.finish() }

    private static func summary(of configuration: RecordingConfiguration) -> String {
        let sources = configuration.sources.map(name).joined(separator: ", ")
        let job = configuration.resumed.map { "resume \($0), " } ?? ""
        return "\(job)record \(sources) at up to \(configuration.framesPerSecond) frames per second"
            + (configuration.keptLength.map { ", keep \($0.timecode())" } ?? "")
            + (configuration.isDetached ? ", detached" : "")
    }

    /// Returns a name for the log: a screen source with its identifier or geometry, any other source with its kind
    /// only.
    private static func name(_ source: RecordingSource) -> String {
        switch source.kind {
        case .screen, .monitor, .area, .window: source.description
        case .applicationAudio, .microphone, .camera, .pointer, .keys: RecordingSource(source.kind).description
        }
    }
}
