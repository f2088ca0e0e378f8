/// What a scene shows, where and how fast.
public struct SceneConfiguration: Hashable, Sendable {
    /// What it shows.
    public var kind: SceneKind
    /// Frames per second while something moves, 1...1000. Typing goes by eight a second.
    public var rate: Int
    /// The display's name; `nil` for DISPLAY.
    public var display: String?
    /// The Wayland display, a socket's name or path; `nil`: it is an X display.
    public var waylandDisplay: String?
    /// The window's place on the screen; `nil` to cover the screen.
    public var window: PixelRectangle?
    /// How long a pulsed scene moves, in whole seconds.
    public var motionSeconds: Int
    /// How long a pulsed scene then stands still, in whole seconds.
    public var stillSeconds: Int

    /// A scene; by default motion at 60 frames per second over the whole screen of DISPLAY.
    public init(
        kind: SceneKind = .motion, rate: Int = 60, display: String? = nil, waylandDisplay: String? = nil,
        window: PixelRectangle? = nil, motionSeconds: Int = 2, stillSeconds: Int = 2
    ) {
        self.kind = kind
        self.rate = rate
        self.display = display
        self.waylandDisplay = waylandDisplay
        self.window = window
        self.motionSeconds = motionSeconds
        self.stillSeconds = stillSeconds
    }
}

/// What a scene shows.
public enum SceneKind: String, CaseIterable, Hashable, Sendable {
    /// The whole canvas changes with each frame.
    case motion
    /// A page of text on which a letter appears eight times a second.
    case typing
    /// One frame that never changes.
    case still
    /// Motion and stillness in turn.
    case pulsed
}
