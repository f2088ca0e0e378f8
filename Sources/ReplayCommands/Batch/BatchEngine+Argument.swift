public import ArgumentParser
public import Replay
import ReplayCommandLine

extension BatchOptions.Engine: ExpressibleByArgument {}
