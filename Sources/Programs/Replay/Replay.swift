// Everything that a program needs to record, edit and export.
@_exported public import Files
@_exported public import HLSOutput
@_exported public import MediaTime
@_exported public import ReplayComposition
@_exported public import ReplayControl
@_exported public import ReplayEditor
@_exported public import ReplayErrors
@_exported public import ReplayExporter
@_exported public import ReplayImporter
@_exported public import ReplayInterchange
@_exported public import ReplayLibrary
@_exported public import ReplayMovie
@_exported public import ReplayRecording
@_exported public import ReplayRedaction
@_exported public import ReplayRendering
@_exported public import ReplaySources
@_exported public import ReplayTimeline
