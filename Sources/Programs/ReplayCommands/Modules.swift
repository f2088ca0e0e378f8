// The modules that the commands use. The umbrella module Replay would also link the preview's server and SwiftNIO.
@_exported public import MediaTime
@_exported public import ReplayBatch
@_exported public import ReplayControl
@_exported public import ReplayEditor
@_exported public import ReplayExporter
@_exported public import ReplayImporter
@_exported public import ReplayLibrary
@_exported public import ReplayMovie
@_exported public import ReplayRecording
@_exported public import ReplaySources
@_exported public import ReplayTimeline
