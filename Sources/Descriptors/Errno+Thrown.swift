package import SystemPackage

extension Errno {
    /// What a call of swift-system has thrown. Most of them do not declare that it is always an `Errno`.
    package init(thrown error: any Error) { self = error as? Errno ?? .ioError }
}
