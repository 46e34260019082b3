// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "ocrspool",
    products: [
        .library(name: "TextRecognition", targets: ["TextRecognition"]),
        .executable(name: "ocrspool", targets: ["ocrspool"]),
        .executable(name: "ocrspool-watch", targets: ["ocrspool-watch"]),
    ],
    targets: [
        // C libraries of the system, and the C that Swift cannot express.
        .systemLibrary(name: "CTesseract", pkgConfig: "tesseract", providers: [.apt(["libtesseract-dev"])]),
        .systemLibrary(name: "CLeptonica", pkgConfig: "lept", providers: [.apt(["libleptonica-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
        .target(name: "CJpeg", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CLinux"),

        // Swift, from the kernel upwards; a target imports only what stands above it.
        .target(name: "LinuxSupport", dependencies: ["CLinux", "CCrypto"], swiftSettings: strict),
        .target(name: "StrictJSON", swiftSettings: strict),
        .target(
            name: "TesseractEngine", dependencies: ["CTesseract", "CLeptonica", "CJpeg"], swiftSettings: strict),
        .target(name: "TextRecognition", dependencies: ["TesseractEngine"], swiftSettings: strict),
        .target(name: "Spool", dependencies: ["LinuxSupport", "StrictJSON"], swiftSettings: strict),
        .target(
            name: "Worker", dependencies: ["Spool", "TextRecognition", "LinuxSupport", "StrictJSON"],
            swiftSettings: strict),
        .executableTarget(
            name: "ocrspool", dependencies: ["Worker", "Spool", "TextRecognition", "LinuxSupport", "StrictJSON"],
            swiftSettings: strict),

        // The only program that links libinotifytools (GPL-2 only). It shares no code with the rest.
        .executableTarget(
            name: "ocrspool-watch", dependencies: ["CInotifyTools"], exclude: ["LICENSE"], swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["LinuxSupport"], path: "Tests/TestSupport",
            exclude: ["Fixtures", "Scripts"], swiftSettings: strict),
        .testTarget(
            name: "LinuxSupportTests", dependencies: ["LinuxSupport", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON"], swiftSettings: strict),
        .testTarget(
            name: "TesseractEngineTests", dependencies: ["TesseractEngine", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "TextRecognitionTests", dependencies: ["TextRecognition", "TesseractEngine", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SpoolTests", dependencies: ["Spool", "LinuxSupport", "StrictJSON", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "WorkerTests",
            dependencies: ["Worker", "Spool", "TextRecognition", "LinuxSupport", "StrictJSON", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests", dependencies: ["LinuxSupport", "StrictJSON", "TestSupport"],
            exclude: ["Reports/README.md"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
