extension BroadcastSetup {
    /// The facts about a recording that a set-up program gets.
    public struct Facts: Codable, Equatable, Sendable {
        /// The version of the messages, 1.
        public private(set) var version = 1
        /// The name of the service.
        public internal(set) var service = ""
        /// The limits of the service; nil if it has none.
        public internal(set) var limits: BroadcastService.Limits?
        /// The name of the recording; nil if it has none.
        public var name: String?
        /// The id of the recording; nil if it has not begun.
        public var recording: String?
        /// The size in pixels; nil if it is not known yet.
        public var width, height: Int?
        /// The highest frame rate, in frames per second; nil if it is not known.
        public var framesPerSecond: Int?
        /// The audio tracks, `app` and `mic`; nil if they are not known.
        public var audio: [String]?
        /// The values that the user gives to the program: at most 64, of 16 KB in all.
        public var values: [String: String] = [:]

        /// Creates facts about which nothing is known.
        public init() {}
    }
}
