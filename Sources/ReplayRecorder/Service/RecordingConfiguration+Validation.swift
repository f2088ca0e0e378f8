extension RecordingConfiguration {
    /// - Throws: `RecorderError.Kind.invalid` for the first thing that cannot be.
    package func validate() throws(RecorderError) {
        if !Self.frameRates.contains(framesPerSecond) {
            throw RecorderError(.invalid, "\(framesPerSecond) pictures a second cannot be: 1 to 240 can")
        }
        if let duration = durationMilliseconds, duration < 100 {
            throw RecorderError(.invalid, "a recording of \(duration) ms is too short: it takes at least 100 ms")
        }
        if Set(sounds).count != sounds.count { throw RecorderError(.invalid, "each sound can be recorded only once") }
        let hasControlCharacter = name?.unicodeScalars.contains { $0.properties.generalCategory == .control } ?? false
        if hasControlCharacter || (name?.count ?? 0) > Self.longestName {
            throw RecorderError(
                .invalid, "a name has at most \(Self.longestName) characters, none of them a control character")
        }
    }
}
