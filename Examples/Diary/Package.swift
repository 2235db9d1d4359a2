// swift-tools-version: 5.9
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package as an app for iOS has it: it knows nothing of Bailey.
let package = Package(
  name: "Diary",
  platforms: [.iOS(.v16), .macOS(.v13)],
  targets: [
    .executableTarget(
      name: "Diary",
      // As packages do that are for app extensions too.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-no_application_extension"])])
  ]
)
