// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Embedding",
    dependencies: [
        // Elsewhere: .package(url: "…", from: "…"). The folder's name does not matter with a name given.
        .package(name: "Replay", path: "../..")
    ],
    targets: [
        .executableTarget(name: "Embedding", dependencies: [.product(name: "Replay", package: "Replay")])
    ],
    swiftLanguageModes: [.v6]
)
