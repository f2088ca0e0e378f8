import NIOHTTP1
import Testing

@testable import ReplayPreview
