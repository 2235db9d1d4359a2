// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import JSONCoding

/// The input of the extension `largeBlob` (WebAuthn Level 3, 10.1.5): what a site keeps with a passkey.
package enum LargeBlobRequest: Sendable, Equatable {
  /// The question of a registration whether there is room. There is for every passkey.
  case support
  case read
  case write([UInt8])

  /// The maximum number of bytes that are kept.
  package static let mostBytes = 4096

  package enum Occasion: Sendable { case creation, signIn(allowed: Int) }

  /// Reads what a site asks of the extension `largeBlob`. Nil where it asks for nothing.
  ///
  /// - Throws: `notSupported` for what belongs to the other ceremony, for both at once, and for writing where not one
  ///   credential is named; `syntax` for values that are none.
  package init?(_ extensions: [JSONValue.Member], at occasion: Occasion) throws(CeremonyFailure) {
    guard let input = extensions.first(where: { $0.name == "largeBlob" })?.value else { return nil }
    guard case .object(let members) = input else { throw .syntax }
    let (support, read, write) = (
      Self.value("support", members), Self.value("read", members), Self.value("write", members)
    )
    switch occasion {
    case .creation:
      guard read == nil, write == nil else { throw .notSupported }
      self = .support
    case .signIn(let allowed):
      guard support == nil, read == nil || write == nil else { throw .notSupported }
      if let write {
        guard allowed == 1 else { throw .notSupported }
        guard case .string(let text) = write, let bytes = Base64URL.decode(text) else { throw .syntax }
        self = .write(bytes)
      } else {
        guard read == .bool(true) else { return nil }
        self = .read
      }
    }
  }

  private static func value(_ name: String, _ members: [JSONValue.Member]) -> JSONValue? {
    members.first { $0.name == name }?.value
  }
}
