// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import ConsentModel
package import PromptModel
import PropertyLists
import QuestionCoding
import WireFormat

/// What apps ask of what belongs to the person, and what the person says of it.
package enum ConsentRequest: Sendable, Equatable {
  /// How the asking app stands, without a prompt.
  case status(ConsentService)
  /// Answered when the person has, where they must be asked.
  case request(ConsentService, ConsentExtent)
  /// For the precise location until the app ends, with the reason that it has under this key.
  case preciseLocation(because: String)
  /// The app says that the person tapped its location button, which looks like this.
  case locationButton(LocationButtonLook)
  /// The machine's identifier for advertisers.
  case advertisingIdentifier
  /// Which agent has the owner's word.
  case agent
  /// Whether answers that could not be trusted were thrown away lately.
  case loss
  /// How many items of the keychain an installed app has to itself.
  case itemCount(ofApp: String)
  /// Ends an installed app and removes the items that it has to itself, and the answers to it.
  case erase(app: String)
  /// A count as soon as it is another than this, or when the time is over: it changes whenever an answer does.
  case changes(otherThan: UInt64, seconds: UInt16)
  case rows
  case deny(ConsentService, ConsentClient.Key)
  /// With the number under which the enclave knows that the passcode was given, where there is one.
  case grant(ConsentService, ConsentClient.Key, QuestionNumber?)
  /// Nothing is given, and the app is told that it is.
  case giveEmpty(ConsentService, ConsentClient.Key)
  /// How the app that the asking process started stands. The app itself is not told so much. `bailey-widgets`, which starts
  /// extensions of several apps, says of which app, and asks nobody.
  case lend(ConsentService, ConsentAsking, of: String?)
  /// Nil: every service, every app.
  case reset(ConsentService?, ConsentClient.Key?)
  /// Forgets the answers for apps that are gone.
  case prune
  case policy
  /// Nil: none. With a number as above.
  case setPolicy([UInt8]?, QuestionNumber?)
  /// Hands files or folders to an app. With a number as above.
  case share([String], app: String, SharedFile.Right, QuestionNumber?)
  /// Nil: all of the app's.
  case unshare(String?, app: String)
  /// Nil: of all apps.
  case sharedFiles(app: String?)
  /// Has the person choose a file for the app that this process started; answered when they have.
  case choosePath(FileWish)
  /// Has the person asked what the desktop's own portal asks for a program: its name there, and the words.
  case portal(program: String, words: String)
  /// The app has no more use for the file that the person is asked for.
  case withdrawPath

  /// In bytes, of a key in an app's `Info.plist`.
  private static let longestKey = 256

  package enum Number: UInt8, Sendable, CaseIterable {
    case status = 48
    case request = 49
    case changes = 50
    case rows = 51
    case deny = 52
    case grant = 53
    case reset = 54
    case prune = 55
    case policy = 56
    case setPolicy = 57
    case agent = 141
    case loss = 63
    case itemCount = 142
    case erase = 143
    case preciseLocation = 144
    case advertisingIdentifier = 145
    case locationButton = 170
    case giveEmpty = 161
    case lend = 162
    case share = 180
    case unshare = 181
    case sharedFiles = 182
    case choosePath = 183
    case portal = 184
    case withdrawPath = 201
  }

  var number: Number {
    switch self {
    case .status: .status
    case .request: .request
    case .preciseLocation: .preciseLocation
    case .locationButton: .locationButton
    case .advertisingIdentifier: .advertisingIdentifier
    case .agent: .agent
    case .loss: .loss
    case .itemCount: .itemCount
    case .erase: .erase
    case .changes: .changes
    case .rows: .rows
    case .deny: .deny
    case .grant: .grant
    case .giveEmpty: .giveEmpty
    case .lend: .lend
    case .reset: .reset
    case .prune: .prune
    case .policy: .policy
    case .setPolicy: .setPolicy
    case .share: .share
    case .unshare: .unshare
    case .sharedFiles: .sharedFiles
    case .choosePath: .choosePath
    case .portal: .portal
    case .withdrawPath: .withdrawPath
    }
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .status(let service): try buffer.append(integer: service.rawValue)
    case .request(let service, let extent):
      try buffer.append(integer: service.rawValue)
      try buffer.append(integer: extent.rawValue)
    case .changes(let count, let seconds):
      try buffer.append(integer: count)
      try buffer.append(integer: seconds)
    case .itemCount(let app), .erase(let app):
      try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
    case .preciseLocation(let key): try buffer.append(text: key, atMost: Self.longestKey)
    case .locationButton(let look): try look.encode(into: &buffer)
    case .rows, .prune, .policy, .advertisingIdentifier, .agent, .loss, .withdrawPath: break
    case .deny(let service, let client), .giveEmpty(let service, let client):
      try buffer.append(integer: service.rawValue)
      try client.encode(into: &buffer)
    case .lend(let service, let asking, let app):
      try buffer.append(integer: service.rawValue)
      try buffer.append(integer: asking.rawValue)
      try buffer.append(optional: app) { (buffer, app) throws(WireError) in
        try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
      }
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
    case .share(let paths, let app, let right, let proof):
      try buffer.append(integer: UInt32(paths.count))
      for path in paths { try buffer.append(text: path, atMost: SharedFile.longestPath) }
      try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
      try buffer.append(integer: right.rawValue)
      try buffer.append(proof: proof)
    case .unshare(let path, let app):
      try buffer.append(optional: path) { (buffer, path) throws(WireError) in
        try buffer.append(text: path, atMost: SharedFile.longestPath)
      }
      try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
    case .choosePath(let wish): try wish.encode(into: &buffer)
    case .portal(let program, let words):
      try buffer.append(text: program, atMost: ConsentQuestion.longestName)
      try buffer.append(text: words, atMost: ConsentQuestion.longestText)
    case .sharedFiles(let app):
      try buffer.append(optional: app) { (buffer, app) throws(WireError) in
        try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
      }
    }
  }

  init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .status: self = .status(try cursor.number(in: message))
    case .request:
      let service = try cursor.number(ConsentService.self, in: message)
      self = .request(service, try cursor.number(in: message))
    case .preciseLocation: self = .preciseLocation(because: try cursor.text(atMost: Self.longestKey, in: message))
    case .locationButton: self = .locationButton(try LocationButtonLook(decoding: message, &cursor))
    case .advertisingIdentifier: self = .advertisingIdentifier
    case .agent: self = .agent
    case .loss: self = .loss
    case .itemCount:
      self = .itemCount(ofApp: try cursor.text(atMost: ConsentClient.longestIdentifier, in: message))
    case .erase: self = .erase(app: try cursor.text(atMost: ConsentClient.longestIdentifier, in: message))
    case .changes:
      let count = try cursor.integer(UInt64.self, in: message)
      self = .changes(otherThan: count, seconds: try cursor.integer(in: message))
    case .rows: self = .rows
    case .deny:
      let service = try cursor.number(ConsentService.self, in: message)
      self = .deny(service, try ConsentClient.Key(decoding: message, &cursor))
    case .giveEmpty:
      let service = try cursor.number(ConsentService.self, in: message)
      self = .giveEmpty(service, try ConsentClient.Key(decoding: message, &cursor))
    case .lend:
      let service = try cursor.number(ConsentService.self, in: message)
      let asking = try cursor.number(ConsentAsking.self, in: message)
      let app = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.text(atMost: ConsentClient.longestIdentifier, in: message)
      }
      self = .lend(service, asking, of: app)
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
    case .prune: self = .prune
    case .policy: self = .policy
    case .setPolicy:
      let text = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
      }
      self = .setPolicy(text, try cursor.proof(in: message))
    case .share:
      let paths = try cursor.list(in: message) { (cursor) throws(WireError) in
        try cursor.text(atMost: SharedFile.longestPath, in: message)
      }
      let app = try cursor.text(atMost: ConsentClient.longestIdentifier, in: message)
      self = .share(paths, app: app, try cursor.number(in: message), try cursor.proof(in: message))
    case .unshare:
      let path = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.text(atMost: SharedFile.longestPath, in: message)
      }
      self = .unshare(path, app: try cursor.text(atMost: ConsentClient.longestIdentifier, in: message))
    case .choosePath: self = .choosePath(try FileWish(decoding: message, &cursor))
    case .withdrawPath: self = .withdrawPath
    case .portal:
      let program = try cursor.text(atMost: ConsentQuestion.longestName, in: message)
      self = .portal(program: program, words: try cursor.text(atMost: ConsentQuestion.longestText, in: message))
    case .sharedFiles:
      self = .sharedFiles(
        app: try cursor.optional(in: message) { (cursor) throws(WireError) in
          try cursor.text(atMost: ConsentClient.longestIdentifier, in: message)
        })
    }
  }
}

// MARK: - Parts

extension ConsentClient.Key {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: kind.rawValue)
    try buffer.append(text: identifier, atMost: ConsentClient.longestIdentifier)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let kind = try cursor.number(ConsentClient.Kind.self, in: message)
    self.init(kind: kind, identifier: try cursor.text(atMost: ConsentClient.longestIdentifier, in: message))
  }
}

extension WireBuffer {
  fileprivate mutating func append(proof: QuestionNumber?) throws(WireError) {
    try append(optional: proof) { (buffer, proof) throws(WireError) in try buffer.append(bytes: proof.bytes.span) }
  }
}

extension WireCursor {
  fileprivate mutating func proof(in message: Span<UInt8>) throws(WireError) -> QuestionNumber? {
    try optional(in: message) { (cursor) throws(WireError) in try cursor.question(in: message) }
  }
}
