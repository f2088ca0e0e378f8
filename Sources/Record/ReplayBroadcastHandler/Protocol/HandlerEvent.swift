package import MediaTime

/// A message to a handler: one JSON object in one packet. See docs/HANDLER.md.
package struct HandlerEvent: Codable, Equatable, Sendable {
    package enum Event: String, Codable, Sendable {
        /// The first message. `setup` is set.
        case started
        /// A sample buffer. `kind`, `time`, and either `frame` or `audio` are set.
        case sample
        /// No sample buffers follow until `resumed`. `cause` is set.
        case paused, resumed
        /// The user set a mark. `time` and perhaps `text` are set.
        case annotated
        /// The last message. `reason` is set.
        case finished
    }

    /// The cause of a pause.
    package enum PauseCause: String, Codable, Sendable {
        /// The recorder is paused.
        case recording
        /// The broadcast alone is paused.
        case broadcast
    }

    package var event: Event
    package var setup: BroadcastSetupInfo?
    package var kind: BroadcastSampleKind?
    package var time: SampleTime?
    package var frame: FrameLayout?
    package var audio: AudioLayout?
    package var cause: PauseCause?
    package var text: String?
    package var reason: BroadcastFinishReason?

    package init(_ event: Event) { self.event = event }

    /// Creates the message of a pause, or of its end.
    package init(isPaused: Bool, cause: PauseCause) {
        self.init(isPaused ? .paused : .resumed)
        self.cause = cause
    }
}

/// An exact time in a message: ticks, and ticks per second.
package struct SampleTime: Codable, Equatable, Sendable {
    package var value: Int64
    package var timescale: Int64

    package init(_ time: MediaTime) { (value, timescale) = (time.value, Int64(time.timescale)) }

    /// The time, or nil if it is out of range.
    package var time: MediaTime? { MediaTime(validating: value, timescale: timescale) }
}
