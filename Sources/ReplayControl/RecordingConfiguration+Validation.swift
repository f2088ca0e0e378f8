import MediaTime

extension RecordingConfiguration {
    /// - Throws: `RecorderError.Kind.invalid` for the first thing that cannot be.
    package func validate() throws(RecorderError) {
        if !Self.frameRates.contains(framesPerSecond) {
            throw RecorderError(.invalid, "\(framesPerSecond) frames per second cannot be: 1 to 240 can")
        }
        if let duration, duration < .milliseconds(100) {
            throw RecorderError(.invalid, "a recording of \(duration.seconds) s is too short: it takes at least 0.1 s")
        }
        if let keptLength, !(.milliseconds(1000) ... .milliseconds(86_400_000)).contains(keptLength) {
            throw RecorderError(.invalid, "a buffer of \(keptLength.seconds) s cannot be: 1 s to 24 h can")
        }
        if resumed != nil, keptLength != nil {
            throw RecorderError(.invalid, "a resumed recording cannot become a buffer")
        }
        if Set(audio).count != audio.count {
            throw RecorderError(.invalid, "each audio track can be recorded only once")
        }
        if hasMix, audio.count < 2, resumed == nil {
            throw RecorderError(.invalid, "there is nothing to mix: a mix takes application audio and microphone")
        }
        if let name { try Self.validate(name: name) }
    }

    /// - Throws: `RecorderError.Kind.forbidden` where the user has not agreed, or the administrator does not allow it.
    package func checkPermission() throws(RecorderError) {
        try RecordingPolicy.check(self)
        guard hasConsent else {
            throw RecorderError(.forbidden, "nothing is recorded, for the user was not asked whether to record")
        }
    }

    /// - Throws: `RecorderError.Kind.invalid` for what cannot be the name of a recording or a mark.
    package static func validate(name: String) throws(RecorderError) {
        let hasControlCharacter = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        if hasControlCharacter || name.count > maxNameLength {
            throw RecorderError(
                .invalid, "a name has at most \(maxNameLength) characters, none of them a control character")
        }
    }
}
