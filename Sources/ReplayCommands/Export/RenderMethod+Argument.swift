public import ArgumentParser
public import Replay
import ReplayCommandLine

extension RenderMethod: ExpressibleByArgument {}
extension AudioRenderMethod: ExpressibleByArgument {}
