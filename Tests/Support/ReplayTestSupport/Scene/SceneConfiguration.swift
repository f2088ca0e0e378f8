/// The contents, the place and the rate of a scene.
public struct SceneConfiguration: Hashable, Sendable {
    /// The contents of the scene.
    public var kind: SceneKind
    /// The frames per second during motion, 1...1000. Typing always has eight per second.
    public var rate: Int
    /// The display's name; nil for DISPLAY.
    public var display: String?
    /// The Wayland display, a socket's name or path; nil for an X display.
    public var waylandDisplay: String?
    /// The window's place on the screen; nil to cover the screen.
    public var window: PixelRectangle?
    /// The duration of a pulsed scene's motion, in whole seconds.
    public var motionSeconds: Int
    /// The duration of a pulsed scene's pause after its motion, in whole seconds.
    public var stillSeconds: Int

    /// Creates a configuration; by default, motion at 60 frames per second over the whole screen of DISPLAY.
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

/// The contents of a scene.
public enum SceneKind: String, CaseIterable, Hashable, Sendable {
    /// The whole canvas changes with each frame.
    case motion
    /// A page of text on which a letter appears eight times a second.
    case typing
    /// A frame that never changes.
    case still
    /// Motion and stillness in turn.
    case pulsed
}
