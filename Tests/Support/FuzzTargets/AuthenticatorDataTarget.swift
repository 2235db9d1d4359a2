// SPDX-License-Identifier: Apache-2.0
import WebAuthn

/// Authenticator data from anywhere: what is read holds all of the bytes, and its parts are where the flags say.
package enum AuthenticatorDataTarget: FuzzTarget {
  package static let name = "AuthenticatorData"

  package static func run(_ bytes: [UInt8]) {
    guard let data = try? AuthenticatorData(bytes) else { return }
    precondition(data.encoded == bytes && data.rpIDHash == Array(bytes[..<32]))
    precondition((data.credential != nil) == data.flags.contains(.attestedCredential))
    precondition((data.extensions != nil) == data.flags.contains(.extensions))
    if data.credential == nil && data.extensions == nil { precondition(bytes.count == AuthenticatorData.headSize) }
    _ = try? data.credential?.key()
  }
}
