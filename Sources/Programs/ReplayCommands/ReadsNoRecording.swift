import ReplayCommandLine

/// A command that reads no recording, or repairs the library itself: nothing is repaired before it runs.
protocol ReadsNoRecording {}

extension Config: ReadsNoRecording {}
extension Doctor: ReadsNoRecording {}
extension Import: ReadsNoRecording {}
extension Presets: ReadsNoRecording {}
extension Recover: ReadsNoRecording {}
extension Sources: ReadsNoRecording {}
