// SPDX-License-Identifier: Apache-2.0
package import CBORCoding

/// The system's statement about the app that it started (iOS and macOS 27), beside authenticator data. Members that are
/// not known are kept.
package struct LaunchData: Sendable, Equatable {
  package let members: CBORMap

  package static let categoryName = "apple_validation_category_01"
  package static let bundleVersionName = "apple_bundle_version_01"
  package static let codeHashName = "apple_cd_hash_hash_01"
  package static let codeHashTypeName = "apple_cd_hash_type_01"
  /// SHA-256, as code directories number their hashes.
  package static let sha256: UInt8 = 2

  package init(_ members: CBORMap) { self.members = members }

  /// The launch data as Apple writes it. Without a version nothing is stated of it.
  package init(category: UInt32, bundleVersion: String?) {
    let octets = (0..<4).map { UInt8(truncatingIfNeeded: category >> UInt32(8 * $0)) }
    guard let bundleVersion else {
      members = [.text(Self.categoryName): .bytes(octets)]
      return
    }
    members = [.text(Self.bundleVersionName): .text(bundleVersion), .text(Self.categoryName): .bytes(octets)]
  }

  package var encoded: [UInt8] { CBORValue.map(members).encoded }

  /// How the app's code is signed. Apple writes four octets, the least first, where its documentation has a number: both
  /// are read.
  package var category: Stated<UInt32> {
    switch members[Self.categoryName] {
    case nil: .unstated
    case .unsigned(let number)?: UInt32(exactly: number).map { .stated($0) } ?? .unreadable
    case .bytes(let octets)? where octets.count == 4:
      .stated(octets.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    default: .unreadable
    }
  }

  /// CFBundleVersion.
  package var bundleVersion: Stated<String> {
    switch members[Self.bundleVersionName] {
    case nil: .unstated
    case .text(let text)? where !text.isEmpty: .stated(text)
    default: .unreadable
    }
  }

  /// The hash of the code directory: whole, or its first twenty octets.
  package var codeHash: Stated<[UInt8]> {
    guard let hash = members[Self.codeHashName] else { return .unstated }
    guard case .bytes(let octets) = hash, [20, 32].contains(octets.count),
      members[Self.codeHashTypeName] == .bytes([Self.sha256])
    else { return .unreadable }
    return .stated(octets)
  }

  package enum Stated<Value: Sendable & Equatable>: Sendable, Equatable {
    case stated(Value)
    case unstated
    /// The launch data is there, and in none of its forms.
    case unreadable

    package var value: Value? {
      if case .stated(let value) = self { value } else { nil }
    }
  }
}
