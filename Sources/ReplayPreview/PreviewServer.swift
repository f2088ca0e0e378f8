public import ReplayLibrary

/// Serves the page in which a recording is watched, edited and shared.
public struct PreviewServer {}
