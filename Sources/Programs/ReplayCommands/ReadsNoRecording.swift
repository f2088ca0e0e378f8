import ReplayCommandLine

/// A command that reads no recording or repairs the library itself. No repair is run before it.
protocol ReadsNoRecording {}

extension Config: ReadsNoRecording {}
extension Doctor: ReadsNoRecording {}
extension Import: ReadsNoRecording {}
extension Presets: ReadsNoRecording {}
extension Recover: ReadsNoRecording {}
extension Sources: ReadsNoRecording {}
