// swift-tools-version: 5.9
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package as an app for iOS has it: it knows nothing of Bailey.
let package = Package(
  name: "Viewfinder",
  platforms: [.iOS(.v17), .macOS(.v14)],
  targets: [
    .executableTarget(name: "Viewfinder", exclude: ["Info.plist", "Entitlements.plist", "PrivacyInfo.xcprivacy"])
  ]
)
