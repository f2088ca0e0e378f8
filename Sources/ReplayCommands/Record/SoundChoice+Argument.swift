public import ArgumentParser
public import Replay

extension SoundChoice: ExpressibleByArgument {}
