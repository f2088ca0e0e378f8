package import ReplayControl

/// The queue of a recorder's events from other threads.
package typealias EventMailbox = Mailbox<RecordingMachine.Event>
