import ReplayCapture
import Synchronization
import Threads

/// A source of key presses that the desktop has bound. Its thread posts them to the service. The keys are released with
/// this object.
final class ShortcutSource: Sendable {
    private let waker: CaptureWaker
    private let thread: Mutex<WorkerThread?>

    /// Asks the desktop for the keys. The user may have to answer a dialog.
    /// - Throws: `CaptureError`, `ThreadError`.
    init(_ dialog: PortalDialog, mailbox: EventMailbox) throws {
        dialog.onAsking(true)
        let shortcuts = try PortalShortcuts.open(interruptions: dialog.interruptions)
        dialog.onAsking(false)
        let waker = try CaptureWaker()
        self.waker = waker
        let thread = try WorkerThread(named: "shortcuts") {
            while let action = shortcuts.next(unless: waker.descriptor) { mailbox.post(.shortcut(action)) }
        }
        self.thread = Mutex(thread)
    }

    deinit {
        waker.wake()
        if let thread = thread.withLock({ $0.take() }) { thread.join() }
    }
}
