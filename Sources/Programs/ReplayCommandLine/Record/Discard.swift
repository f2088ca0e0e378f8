package import ArgumentParser
import MediaTime
import ReplayControl
import ReplayLibrary

/// `replay discard`
package struct Discard: AsyncParsableCommand, ControlsRecorder {
    package static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Remove every file of a recording.",
        discussion: """
            Without a recording named, removes the one that is being made; where none is, the latest, after a question, but \
            never with --yes. What has ended is removed after a question at a terminal; elsewhere it must be named by its whole id or name, or \
            --yes be given. A recorder that does not answer within 2 s is left alone, and the exit code is 75; at a \
            terminal you are asked whether to end it.

            Example: replay discard 20261121-134502
            """)

    @Flag(name: [.customShort("y"), .long], help: "Ask no question.")
    var yes = false

    @Flag(help: "Kill a recorder that does not answer.")
    var force = false

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        let library = try RecordingLibrary.open()
        let recording = try choose(in: library)
        guard try recording.state == .recording || isWanted(recording) else {
            return Terminal.say("replay: nothing is removed")
        }
        let forced = ForcedEnd(
            recording: recording, isForced: force, command: "discard",
            consequence: "removes the recording")
        let isDiscarded: Void? =
            recording.state == .recording
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
                ? "nothing is being recorded; name what to remove, such as “replay discard \(recording.id)”"
                : "“\(argument.recording ?? "")” is the beginning of \(recording.id); write the whole, or --yes")
    }

    package init() {}
}

extension Recording {
    /// The recording's name, id, length and size, for a question.
    package var summary: String {
        let name = facts.name.map { "“\($0)” (\(id))" } ?? "\(id)"
        let length = facts.ending.map { ", \($0.duration.timecode())" } ?? ""
        return "\(name)\(length), \(ByteCount(movieSize))"
    }
}
