// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Handler",
    dependencies: [
        // In a package of your own: .package(url: "…", from: "…"). The name is given because it would otherwise be the
        // folder's.
        .package(name: "Replay", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Brightness", dependencies: [.product(name: "ReplayBroadcastHandler", package: "Replay")])
    ],
    swiftLanguageModes: [.v6]
)
