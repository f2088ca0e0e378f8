package enum CaptureNotice: Hashable, Sendable {
    case resized(PixelSize), windowHidden, windowShown, windowClosed
}
extension ScreenCapture {
    package func takeNotices() -> [CaptureNotice] { [] }
    package var isPrivateWindowVisible: Bool { false }
}
