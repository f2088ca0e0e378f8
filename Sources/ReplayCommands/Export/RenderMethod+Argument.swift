public import ArgumentParser
public import Replay

extension RenderMethod: ExpressibleByArgument {}
extension AudioRenderMethod: ExpressibleByArgument {}
