import Hummingbird
import ReplayBroadcast
import ReplayLibrary
import Threads

/// The broadcasts that pages show and control: those that pages have started, and those of other programs.
///
/// A broadcast that is over stays until a user dismisses it, or until its recording has ended.
actor PreviewBroadcasts {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private struct Entry {
        var status: BroadcastStatus
        /// The connection to the process, or nil if the broadcast is over.
        var controller: BroadcastController?
    }

    private let home: String?
    private let library: RecordingLibrary
    private let report: @Sendable ([BroadcastStatus], _ ended: String?) async -> Void
    /// The broadcasts, oldest first.
    private var entries: [Entry] = []
    /// True if a change was not reported yet.
    private var isChanged = false
    private var search: Task<Void, Never>?
    private var searchesAgain = false
    /// The next look for broadcasts to remove, if there are any that are over.
    private var removal: Task<Void, Never>?

    /// The time for collecting changes before they are reported.
    private static let pause = Duration.milliseconds(100)
    private static let removalPause = Duration.milliseconds(500)

    /// Creates the object without a broadcast.
    /// - Parameters:
    ///   - home: The home of the library, or nil for the default one.
    ///   - executor: The owner's thread.
    ///   - report: Called at each change, with a sentence about a broadcast that failed at the end of its recording.
    init(
        home: String?, library: RecordingLibrary, on executor: ThreadExecutor,
        report: @escaping @Sendable ([BroadcastStatus], String?) async -> Void
    ) {
        (self.home, self.library, self.executor, self.report) = (home, library, executor, report)
    }

    /// The statuses of all broadcasts, oldest first.
    var statuses: [BroadcastStatus] { entries.map(\.status) }

    /// Starts a broadcast, which continues when this process ends.
    /// - Throws: `BroadcastError`.
    func start(
        _ configuration: BroadcastController.Configuration, of recording: Recording
    ) async throws -> BroadcastStatus {
        let controller = try await BroadcastController.start(configuration, of: recording)
        take(controller)
        return controller.first
    }

    /// Pauses or continues a broadcast.
    /// - Throws: `HTTPError` if there is none with this number, or if it is over.
    func setPaused(_ isPaused: Bool, of number: Int32) throws {
        let controller = try running(number)
        if isPaused { controller.pause() } else { controller.resume() }
    }

    /// Ends a broadcast. The recording continues.
    /// - Throws: `HTTPError` if there is none with this number, or if it is over.
    func stop(_ number: Int32) async throws { _ = try await running(number).finish() }

    /// Forgets a broadcast that is over.
    /// - Throws: `HTTPError` if there is none with this number, or if it is not over.
    func dismiss(_ number: Int32) throws {
        guard try entry(number).controller == nil else {
            throw HTTPError(.conflict, message: "the broadcast is in progress; stop it first")
        }
        entries.removeAll { $0.status.number == number }
        BroadcastController.forget(number, home: home)
        noteChange()
    }

    /// Looks for broadcasts of other programs.
    func refresh() async {
        if let search {
            searchesAgain = true
            return await search.value
        }
        let task = Task { await find() }
        search = task
        await task.value
    }

    /// Removes the broadcasts that are over and whose recordings have ended. A recorder releases its recording some time
    /// after it has reported the end, and one that is killed reports none, so this looks again.
    func removeOld() {
        let count = entries.count
        entries.removeAll { $0.controller == nil && !isInProgress($0.status.recording) }
        if entries.count < count { noteChange() }
        guard removal == nil, entries.contains(where: { $0.controller == nil }) else { return }
        removal = Task { [weak self] in
            // This is never cancelled.
            try? await Task.sleep(for: Self.removalPause)
            await self?.removeAgain()
        }
    }

    private func removeAgain() {
        removal = nil
        removeOld()
    }

    private func find() async {
        repeat {
            searchesAgain = false
            let known = Set(entries.filter { $0.controller != nil }.map(\.status.number))
            // A folder that cannot be read has no broadcasts that could be controlled.
            guard let found = try? await BroadcastController.all(home: home, besides: known) else { break }
            for controller in found.broadcasts { take(controller) }
            let numbers = Set(entries.map(\.status.number))
            for status in found.ended where !numbers.contains(status.number) && isInProgress(status.recording) {
                add(Entry(status: status))
            }
        } while searchesAgain
        search = nil
    }

    private func take(_ controller: BroadcastController) {
        // One that a page starts is found at the same time.
        let number = controller.first.number
        if let known = entries.first(where: { $0.status.number == number }), known.controller != nil { return }
        entries.removeAll { $0.status.number == number }
        add(Entry(status: controller.first, controller: controller))
        Task { await follow(controller) }
    }

    /// Adds a broadcast. It supersedes one to the same target that is over.
    private func add(_ entry: Entry) {
        entries.removeAll { $0.controller == nil && $0.status.target == entry.status.target }
        entries.append(entry)
        noteChange()
        if entry.controller == nil { removeOld() }
    }

    private func follow(_ controller: BroadcastController) async {
        for await status in controller.updates { set(status) }
        let last = await controller.end()
        set(last)
        guard let index = index(last.number) else { return }
        entries[index].controller = nil
        guard !isInProgress(last.recording) else { return removeOld() }
        entries.remove(at: index)
        await tell(ended: last.problem.map { "\(last.target): \($0)" })
    }

    private func set(_ status: BroadcastStatus) {
        guard let index = index(status.number) else { return }
        entries[index].status = status
        noteChange()
    }

    private func index(_ number: Int32) -> Int? { entries.firstIndex { $0.status.number == number } }

    private func entry(_ number: Int32) throws(HTTPError) -> Entry {
        guard let index = index(number) else {
            throw HTTPError(.notFound, message: "there is no broadcast with this number")
        }
        return entries[index]
    }

    private func running(_ number: Int32) throws(HTTPError) -> BroadcastController {
        guard let controller = try entry(number).controller else {
            throw HTTPError(.conflict, message: "the broadcast is over")
        }
        return controller
    }

    private func isInProgress(_ id: RecordingID) -> Bool {
        // A recording that was discarded is not in progress.
        (try? library.recording(id))?.state() == .recording
    }

    private func noteChange() {
        guard !isChanged else { return }
        isChanged = true
        Task {
            // This is never cancelled.
            try? await Task.sleep(for: Self.pause)
            await tell(ended: nil)
        }
    }

    private func tell(ended: String?) async {
        isChanged = false
        await report(statuses, ended)
    }
}
