package import ArgumentParser
import MediaTime
import ReplayControl
import ReplayLibrary

/// `replay discard`
package struct Discard: AsyncParsableCommand, ControlsRecorder {
    package static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Delete a recording and all its files.",
        discussion: """
            Without a name, deletes the recording that is running; if none is, the latest after confirmation, but never with \
            --yes. At a terminal, asks before it deletes a recording that has ended; elsewhere, give its complete id or name, \
            or --yes. If the recorder does not answer within 2 s, a terminal asks whether to end it; elsewhere nothing is \
            deleted, and the exit code is 75.

            Example: replay discard 20261121-134502
            """)

    @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
    var yes = false

    @Flag(help: "Kill a recorder that does not answer.")
    var force = false

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        let library = try RecordingLibrary.open()
        let recording = try choose(in: library)
        guard try recording.state() == .recording || isWanted(recording) else {
            return Terminal.say("replay: nothing was removed")
        }
        let forced = ForcedEnd(
            recording: recording, isForced: force, command: "discard",
            consequence: "removes the recording")
        let isDiscarded: Void? =
            recording.state() == .recording
            ? try await forced.ifNeeded { try await ScreenRecorder.attach(to: recording).discard() } : nil
        if isDiscarded == nil { try library.discard(recording.id) }
        if output.json { try Output.json(["discarded": recording.id]) } else { print(recording.id) }
    }

    private func choose(in library: RecordingLibrary) throws -> Recording {
        if argument.recording == nil, let running = try library.latestRunning() { return running }
        return try library.recording(matching: argument.recording)
    }

    /// Returns true if a recording that has ended is to be removed.
    private func isWanted(_ recording: Recording) throws -> Bool {
        if yes, argument.recording != nil { return true }
        if !yes, Question.isPossible { return Question.isYes("Discard \(recording.summary)?") }
        let whole = [recording.id.description, recording.facts.name].compactMap(\.self)
        if let named = argument.recording, whole.contains(where: named.hasSameBytes) { return true }
        throw ValidationError(
            argument.recording == nil
                ? "nothing is being recorded; name the recording to remove, such as “replay discard \(recording.id)”"
                : "“\(argument.recording ?? "")” is the beginning of \(recording.id); write the complete id, or give --yes"
        )
    }

    package init() {}
}

extension Recording {
    /// The recording's name, id, length and size, for a question.
    package var summary: String {
        let name = facts.name.map { "“\($0)” (\(id))" } ?? "\(id)"
        let length = facts.ending.map { ", \($0.duration.timecode())" } ?? ""
        return "\(name)\(length), \(ByteCount(movieSize()))"
    }
}
