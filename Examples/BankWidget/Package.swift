// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A widget extension as it is written for iOS: it knows nothing of Bailey.
let package = Package(
  name: "BankWidget", platforms: [.iOS(.v17), .macOS(.v14)], targets: [.executableTarget(name: "BankWidget")])
