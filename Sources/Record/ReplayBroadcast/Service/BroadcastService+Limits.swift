import Files

/// The form of limits in files and in answers of set-up programs.
extension BroadcastService.Limits {
    /// The bit rates that a user can ask for, in bits per second.
    package static let bitRates = 250_000...100_000_000

    /// The keys of the object.
    static let keys: Set<String> = ["width", "height", "framesPerSecond", "bitRate", "keyframeSeconds"]

    /// The forms of the values, by their paths.
    static let forms: [String: JSON5Form] = [
        "limits": JSON5Form(.object, example: "{ bitRate: 6000000 }"),
        "limits.width": JSON5Form(.wholeNumber, example: "1920"),
        "limits.height": JSON5Form(.wholeNumber, example: "1080"),
        "limits.framesPerSecond": JSON5Form(.wholeNumber, example: "60"),
        "limits.bitRate": JSON5Form(.wholeNumber, example: "6000000"),
        "limits.keyframeSeconds": JSON5Form(.wholeNumber, example: "2"),
    ]

    /// The first key whose value is below 1; nil if all values are valid.
    var invalidKey: String? {
        let values = [
            ("width", width), ("height", height), ("framesPerSecond", framesPerSecond), ("bitRate", bitRate),
            ("keyframeSeconds", keyframeSeconds),
        ]
        return values.first { $0.1.map { $0 < 1 } ?? false }?.0
    }

    /// Returns these limits with those of another value in place of the missing ones.
    func completed(by other: Self?) -> Self {
        var limits = self
        limits.width = width ?? other?.width
        limits.height = height ?? other?.height
        limits.framesPerSecond = framesPerSecond ?? other?.framesPerSecond
        limits.bitRate = bitRate ?? other?.bitRate
        limits.keyframeSeconds = keyframeSeconds ?? other?.keyframeSeconds
        return limits
    }
}
