// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PasskeyItems
package import PromptModel
import ProtectionModel
package import WireFormat

/// What browsers ask for sites, and what the owner does with passkeys.
package enum PasskeysRequest: RequestFamily, Equatable {
  /// Both are answered when the person has been asked.
  case make(PasskeyMaking)
  case use(PasskeyUsing)
  /// The page has no more use for what it asked.
  case withdraw(ContextToken)
  /// All of them. With the number under which the enclave knows that the passcode was given, where there is one.
  case list(QuestionNumber?)
  /// The name counts where it is renamed.
  case change(PasskeyDeed, credential: [UInt8], name: String, QuestionNumber?)

  /// Permanent, each in its family. 0x0b01 and 0x0b03 told which accounts there are, and are nobody's any more.
  package enum Number: UInt16, Sendable, CaseIterable {
    case make = 0x0b02
    case use = 0x0b11
    case withdraw = 0x0b04
    case list = 0x0b05
    case change = 0x0b06
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    // The person is not asked twice. The lock state is that of the items and of the enclave's keys.
    case .make: RequestRow(.make, .browser, .often, .once)
    case .use: RequestRow(.use, .browser, .often, .once)
    case .withdraw: RequestRow(.withdraw, .browser, .often, .again)
    case .list: RequestRow(.list, .commandLine, .rarely, .again, deed: .seePasskeys)
    case .change: RequestRow(.change, .commandLine, .rarely, .once, deed: .changePasskeys)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .make(let making): try making.encode(into: &buffer)
    case .use(let using): try using.encode(into: &buffer)
    case .withdraw(let request): try buffer.append(bytes: request.bytes.span)
    case .list(let proof): try buffer.append(proof: proof)
    case .change(let deed, let credential, let name, let proof):
      try buffer.append(integer: deed.rawValue)
      try buffer.append(credential: credential)
      try buffer.append(text: name, atMost: StoredPasskey.longestName)
      try buffer.append(proof: proof)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .make: self = .make(try PasskeyMaking(decoding: message, &cursor))
    case .use: self = .use(try PasskeyUsing(decoding: message, &cursor))
    case .withdraw: self = .withdraw(try cursor.request(in: message))
    case .list: self = .list(try cursor.proof(in: message))
    case .change:
      let deed = try cursor.number(PasskeyDeed.self, in: message)
      let credential = try cursor.credential(in: message)
      let name = try cursor.text(atMost: StoredPasskey.longestName, in: message)
      self = .change(deed, credential: credential, name: name, try cursor.proof(in: message))
    }
  }
}
