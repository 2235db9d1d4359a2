// swift-tools-version: 5.9
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package as an app for iOS has it: it knows nothing of Bailey.
let package = Package(
  name: "Ledger",
  platforms: [.iOS(.v16), .macOS(.v13)],
  targets: [.executableTarget(name: "Ledger")]
)
