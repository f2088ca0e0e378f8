// Everything that a program needs to record, edit and export.
@_exported public import Files
@_exported public import MediaTime
@_exported public import ReplayBatch
@_exported public import ReplayControl
@_exported public import ReplayEditor
@_exported public import ReplayErrors
@_exported public import ReplayExporter
@_exported public import ReplayHLS
@_exported public import ReplayImporter
@_exported public import ReplayInterchange
@_exported public import ReplayLibrary
@_exported public import ReplayMovie
@_exported public import ReplayPreview
@_exported public import ReplayRecording
@_exported public import ReplaySources
@_exported public import ReplayTimeline
