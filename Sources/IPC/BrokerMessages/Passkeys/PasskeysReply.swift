// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import KeychainModel
package import PasskeyItems
package import PasskeyKeys
package import PromptModel
package import WireFormat

/// The replies to browsers and the owner about passkeys.
package enum PasskeysReply: ReplyFamily {
  /// The new passkey, with the outputs of the `prf` function for the salts; nil without them.
  case made(credential: [UInt8], PasskeyKey, outputs: SecretData?)
  case used(UsedPasskey)
  /// There is none for it here, or the person wants to use another device: the browser goes on by itself.
  case elsewhere
  /// The reach of new passkeys.
  case reach(PasskeyReach)
  case passkeys([PasskeyListing])
  case stored([StoredPasskey])
  case kept(KeptPasskeys)

  package enum Number: UInt16, Sendable, CaseIterable {
    case made = 0x0b02
    case used = 0x0b11
    case elsewhere = 0x0b12
    case reach = 0x0b13
    case passkeys = 0x0b04
    case stored = 0x0b20
    case kept = 0x0b21
  }

  package var number: Number {
    switch self {
    case .made: .made
    case .used: .used
    case .elsewhere: .elsewhere
    case .reach: .reach
    case .passkeys: .passkeys
    case .stored: .stored
    case .kept: .kept
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .made(let credential, let key, let outputs):
      try buffer.append(credential: credential)
      try buffer.append(bytes: key.encoded.span)
      try buffer.append(secret: outputs)
    case .used(let used): try used.encode(into: &buffer)
    case .elsewhere: break
    case .reach(let reach): try buffer.append(integer: reach.rawValue)
    case .passkeys(let passkeys):
      try buffer.append(integer: UInt32(passkeys.count))
      for passkey in passkeys { try passkey.encode(into: &buffer) }
    case .stored(let passkeys): try buffer.append(stored: passkeys)
    case .kept(let kept):
      for count in [kept.added, kept.there] { try buffer.append(integer: UInt32(clamping: count)) }
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .made:
      let credential = try cursor.credential(in: message)
      guard let key = PasskeyKey(encoded: try cursor.bytes(PasskeyKey.encodedSize, in: message)) else {
        throw .badValue
      }
      self = .made(credential: credential, key, outputs: try cursor.secret(in: message))
    case .used: self = .used(try UsedPasskey(decoding: message, &cursor))
    case .elsewhere: self = .elsewhere
    case .stored: self = .stored(try cursor.storedPasskeys(in: message))
    case .kept:
      let added = Int(try cursor.integer(UInt32.self, in: message))
      self = .kept(KeptPasskeys(added: added, there: Int(try cursor.integer(UInt32.self, in: message))))
    case .reach: self = .reach(try cursor.number(in: message))
    case .passkeys:
      self = .passkeys(
        try cursor.list(in: message) { (cursor) throws(WireError) in try PasskeyListing(decoding: message, &cursor) })
    }
  }
}

/// A sign-in.
package struct UsedPasskey: Sendable {
  package let credential: [UInt8]
  package let authenticatorData: [UInt8]
  package let signature: [UInt8]
  package let userHandle: [UInt8]
  /// The outputs of the `prf` function for the salts; nil without them.
  package let outputs: SecretData?
  /// The data that the site keeps with the passkey, where it asked to read that.
  package let blob: [UInt8]?
  /// Whether what the site wants to keep is kept now; nil where it wants nothing kept.
  package let isWritten: Bool?

  package init(
    credential: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8], outputs: SecretData?,
    blob: [UInt8]?,
    isWritten: Bool?
  ) {
    self.credential = credential
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
    self.outputs = outputs
    self.blob = blob
    self.isWritten = isWritten
  }
}
