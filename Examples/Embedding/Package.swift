// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Embedding",
    dependencies: [
        // In a package of your own: .package(url: "…", from: "…"). The name is given because it would otherwise be the
        // folder's.
        .package(name: "Replay", path: "../..")
    ],
    targets: [
        .executableTarget(name: "Embedding", dependencies: [.product(name: "Replay", package: "Replay")])
    ],
    swiftLanguageModes: [.v6]
)
