public import ArgumentParser
public import Replay

extension BatchOptions.Engine: ExpressibleByArgument {}
