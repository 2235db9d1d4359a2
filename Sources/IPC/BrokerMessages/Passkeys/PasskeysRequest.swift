// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PasskeyItems
package import PromptModel
import ProtectionModel
package import WireFormat

/// The requests of browsers for sites, and of the owner about passkeys.
package enum PasskeysRequest: RequestFamily, Equatable {
  /// Makes a passkey; this and `use` are answered when the person has been asked.
  case make(PasskeyMaking)
  case use(PasskeyUsing)
  /// The signal of a site about its accounts. Nothing is answered but that it was heard.
  case signal(PasskeySignal)
  /// The reach of new passkeys: whether they may leave the device. Nil asks.
  case reach(PasskeyReach?)
  /// The page has no more use for what it asked.
  case withdraw(ContextToken)
  /// All of them. With the number under which the enclave knows that the passcode was given, where there is one.
  case list(QuestionNumber?)
  /// The name counts where it is renamed.
  case change(PasskeyOperation, credential: [UInt8], name: String, QuestionNumber?)

  /// All that is stored of all passkeys, for a backup or a file.
  case fetch(QuestionNumber?)
  /// Passkeys that come from a backup or a file. What is there already stays as it is.
  case keep([StoredPasskey], QuestionNumber?)

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case make = 0x0b16
    case use = 0x0b17
    case signal = 0x0b12
    case reach = 0x0b13
    case withdraw = 0x0b04
    case list = 0x0b05
    case change = 0x0b06
    case fetch = 0x0b20
    case keep = 0x0b21
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    // The person is not asked twice. The lock state is that of the items and of the enclave's keys.
    case .make: RequestRow(.make, .browser, .often, .once)
    case .use: RequestRow(.use, .browser, .often, .once)
    case .signal: RequestRow(.signal, .browser, .often, .again)
    case .reach(let chosen):
      RequestRow(.reach, .commandLine, .rarely, .again, operation: chosen == nil ? nil : .changePasskeys)
    case .withdraw: RequestRow(.withdraw, .browser, .often, .again)
    case .list: RequestRow(.list, .owners, .rarely, .again, operation: .seePasskeys)
    case .change: RequestRow(.change, .owners, .rarely, .once, operation: .changePasskeys)
    case .fetch: RequestRow(.fetch, .commandLine, .rarely, .again, operation: .movePasskeys)
    case .keep: RequestRow(.keep, .commandLine, .rarely, .once, operation: .movePasskeys)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .make(let making): try making.encode(into: &buffer)
    case .use(let using): try using.encode(into: &buffer)
    case .signal(let signal): try signal.encode(into: &buffer)
    case .reach(let chosen):
      try buffer.append(optional: chosen) { (buffer, reach) throws(WireError) in
        try buffer.append(integer: reach.rawValue)
      }
    case .withdraw(let request): try buffer.append(bytes: request.bytes.span)
    case .list(let proof), .fetch(let proof): try buffer.append(proof: proof)
    case .keep(let passkeys, let proof):
      try buffer.append(stored: passkeys)
      try buffer.append(proof: proof)
    case .change(let operation, let credential, let name, let proof):
      try buffer.append(integer: operation.rawValue)
      try buffer.append(credential: credential)
      try buffer.append(text: name, atMost: StoredPasskey.longestName)
      try buffer.append(proof: proof)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .make: self = .make(try PasskeyMaking(decoding: message, &cursor))
    case .use: self = .use(try PasskeyUsing(decoding: message, &cursor))
    case .signal: self = .signal(try PasskeySignal(decoding: message, &cursor))
    case .reach:
      self = .reach(
        try cursor.optional(in: message) { (cursor) throws(WireError) in try cursor.number(in: message) })
    case .withdraw: self = .withdraw(try cursor.request(in: message))
    case .list: self = .list(try cursor.proof(in: message))
    case .fetch: self = .fetch(try cursor.proof(in: message))
    case .keep:
      let passkeys = try cursor.storedPasskeys(in: message)
      self = .keep(passkeys, try cursor.proof(in: message))
    case .change:
      let operation = try cursor.number(PasskeyOperation.self, in: message)
      let credential = try cursor.credential(in: message)
      let name = try cursor.text(atMost: StoredPasskey.longestName, in: message)
      self = .change(operation, credential: credential, name: name, try cursor.proof(in: message))
    }
  }
}
