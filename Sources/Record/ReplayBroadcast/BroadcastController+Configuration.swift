extension BroadcastController {
    /// The settings of a broadcast. The encoded form contains the key.
    public struct Configuration: Codable, Sendable {
        /// The place to send to.
        public var destination: BroadcastDestination
        /// The name of the target for users.
        public var name: String
        /// The stream key of RTMP, or the passphrase of SRT, which has 10 to 79 characters.
        public var key: String?
        /// The stream id of SRT.
        public var streamID: String?
        /// The latency of SRT, in milliseconds.
        public var latency: Int?
        /// The public address for viewers.
        public var publicURL: String?
        /// True to begin with the recording's first frame. False to begin with the newest keyframe.
        public var beginsAtStart = false
        /// The delay in seconds beyond which frames are left out.
        public var maxDelay = 3.0
        /// The maximum number of failed attempts in a row; nil for no limit.
        public var retries: Int?
        /// True to replace an existing file.
        public var replacesFile = false
        /// The limits of the target; nil if it has none. A recording that exceeds them is encoded again.
        public var limits: BroadcastService.Limits?
        /// True to encode the screen in any case, within the limits.
        public var encodes = false
        /// The duration in seconds for which viewers can go back, 30...43,200.
        public var window = 300
        /// The values for a handler program: at most 64, of 16 KB in all.
        public var setup: [String: String] = [:]
        /// The maximum memory of a handler program and its descendants, in bytes.
        public var handlerMemory = HandlerLimits.memory
        /// The preparation by a set-up program; nil if there was none. It is not encoded.
        public internal(set) var preparation: BroadcastPreparation?

        private enum CodingKeys: CodingKey {
            case destination, name, key, streamID, latency, publicURL, beginsAtStart, maxDelay, retries, replacesFile
            case limits, encodes, window, setup, handlerMemory
        }

        /// Creates the settings for a destination.
        public init(_ destination: BroadcastDestination) {
            self.destination = destination
            name = destination.name
        }

        /// Encodes the screen in any case.
        /// - Parameter bitRate: The highest bit rate, in bits per second.
        package mutating func encode(atMost bitRate: Int) {
            limits = limits ?? .init()
            limits?.bitRate = bitRate
            encodes = true
        }

        /// Creates the settings for a service.
        /// - Throws: `BroadcastError` if its address is not valid or missing, or if it has a set-up program.
        ///   ``BroadcastSetup`` creates the settings for such a service.
        public init(_ service: BroadcastService) throws(BroadcastError) {
            guard service.setup == nil else {
                throw BroadcastError(
                    .usage,
                    description: "“\(service.name)” has a set-up program; use “replay broadcast \(service.name)”")
            }
            guard let address = service.address else {
                throw BroadcastError(.usage, description: "“\(service.name)” has no address")
            }
            self.init(try BroadcastDestination(address))
            name = service.name
            limits = service.limits
            (key, streamID, latency, publicURL) = (service.key, service.streamID, service.latency, service.publicURL)
        }
    }
}
