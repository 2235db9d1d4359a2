// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import KeychainCoding
package import PromptModel
import PropertyLists
import ProtectionModel
package import WireFormat

/// The settings of the person about the answers to apps, whatever was answered before.
package enum PrivacySettingsRequest: RequestFamily, Equatable {
  case rows
  case deny(ConsentService, ConsentClient.Key)
  /// The grant of an empty source: the app is told that it has access, and gets nothing.
  case giveEmpty(ConsentService, ConsentClient.Key)
  /// Grants access, with the number under which the enclave knows that the passcode was given, where there is one.
  case grant(ConsentService, ConsentClient.Key, QuestionNumber?)
  /// Forgets what was answered; nil: for every service, for every app.
  case reset(ConsentService?, ConsentClient.Key?)
  /// Forgets the answers for apps that are gone.
  case prune
  case policy
  /// Sets the owner's policy; nil: none. With a number as above.
  case setPolicy([UInt8]?, QuestionNumber?)
  /// The agent that the owner has authorised.
  case agent
  /// How many items of the keychain an installed app has to itself.
  case itemCount(ofApp: String)
  /// Ends an installed app and removes the items that it has to itself, and the answers to it.
  case erase(app: String)

  /// Whether answers that could not be trusted were thrown away lately.
  case loss

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case rows = 0x0601
    case deny = 0x0602
    case giveEmpty = 0x0603
    case grant = 0x0604
    case reset = 0x0605
    case prune = 0x0606
    case policy = 0x0607
    case setPolicy = 0x0608
    case agent = 0x0609
    case itemCount = 0x060a
    case erase = 0x060b
    case loss = 0x060c
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    case .rows: RequestRow(.rows, .owners, .often, .again)
    case .deny: RequestRow(.deny, .owners, .often, .once, operation: .denyAccess)
    case .giveEmpty: RequestRow(.giveEmpty, .owners, .often, .once, operation: .denyAccess)
    // With the passcode, which the console gives to the enclave and not to `baileyd`.
    case .grant: RequestRow(.grant, .owners, .often, .once, operation: .allowAccess)
    case .reset: RequestRow(.reset, .owners, .often, .once, operation: .forgetAnswers)
    case .prune: RequestRow(.prune, .commandLine, .rarely, .once, operation: .forgetAnswers)
    case .policy: RequestRow(.policy, .owners, .often, .again)
    case .setPolicy: RequestRow(.setPolicy, .commandLine, .rarely, .once, operation: .setPolicy)
    case .agent: RequestRow(.agent, .commandLine, .often, .again)
    case .loss: RequestRow(.loss, .commandLine, .often, .again)
    case .itemCount: RequestRow(.itemCount, .commandLine, .rarely, .again)
    case .erase: RequestRow(.erase, .commandLine, .rarely, .once, operation: .eraseAppData)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .rows, .prune, .policy, .agent, .loss: break
    case .deny(let service, let client), .giveEmpty(let service, let client):
      try buffer.append(integer: service.rawValue)
      try client.encode(into: &buffer)
    case .grant(let service, let client, let proof):
      try buffer.append(integer: service.rawValue)
      try client.encode(into: &buffer)
      try buffer.append(proof: proof)
    case .reset(let service, let client):
      try buffer.append(optional: service) { (buffer, service) throws(WireError) in
        try buffer.append(integer: service.rawValue)
      }
      try buffer.append(optional: client) { (buffer, client) throws(WireError) in try client.encode(into: &buffer) }
    case .setPolicy(let text, let proof):
      try buffer.append(optional: text) { (buffer, text) throws(WireError) in
        try buffer.append(counting: text.span, atMost: PropertyListLimits.bytes)
      }
      try buffer.append(proof: proof)
    case .itemCount(let app), .erase(let app):
      try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .rows: self = .rows
    case .prune: self = .prune
    case .policy: self = .policy
    case .agent: self = .agent
    case .loss: self = .loss
    case .deny:
      let service = try cursor.number(ConsentService.self, in: message)
      self = .deny(service, try ConsentClient.Key(decoding: message, &cursor))
    case .giveEmpty:
      let service = try cursor.number(ConsentService.self, in: message)
      self = .giveEmpty(service, try ConsentClient.Key(decoding: message, &cursor))
    case .grant:
      let service = try cursor.number(ConsentService.self, in: message)
      let client = try ConsentClient.Key(decoding: message, &cursor)
      self = .grant(service, client, try cursor.proof(in: message))
    case .reset:
      let service = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.number(ConsentService.self, in: message)
      }
      let client = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try ConsentClient.Key(decoding: message, &cursor)
      }
      self = .reset(service, client)
    case .setPolicy:
      let text = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
      }
      self = .setPolicy(text, try cursor.proof(in: message))
    case .itemCount:
      self = .itemCount(ofApp: try cursor.text(atMost: ConsentClient.longestIdentifier, in: message))
    case .erase: self = .erase(app: try cursor.text(atMost: ConsentClient.longestIdentifier, in: message))
    }
  }
}
