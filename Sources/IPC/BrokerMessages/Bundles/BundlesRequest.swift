// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
import AppModel
package import PromptModel
import PropertyLists
import ProtectionModel
package import WireFormat

/// The requests about apps that are bundles: which may be installed, which are, and that one starts.
package enum BundlesRequest: RequestFamily, Equatable {
  /// Lets developers publish whose certificates this authority issued: a certificate, DER.
  case trust([UInt8])
  /// The same by the owner: the enclave knows that the passcode was given under the number.
  case trustByOwner(QuestionNumber, [UInt8])
  /// The revocation of a publisher, of whom nothing is installed or started any more: the SHA-256 of its public key.
  case revoke([UInt8])
  /// Revokes a publisher by the owner's decision, as above.
  case revokeByOwner(QuestionNumber, [UInt8])
  /// The installation of a bundle, whose signature counts from now on. The contents have been compared with the sealed
  /// list.
  case install(BundlePapers)
  /// The same by the owner, as above: for a version that leads past what was answered.
  case installByOwner(QuestionNumber, BundlePapers)
  case remove(String, DataChoice)
  case installed
  /// An app is about to be started in a sandbox: its socket comes over the connection that is given back.
  case launch(LaunchRequest)
  /// The start of an extension of an installed app: it gets the groups of the keychain that it shares with its app, and
  /// nothing else.
  case launchExtension(ExtensionLaunchRequest)
  /// Asks which apps run in sandboxes now.
  case running
  /// Asks for the vendor of the asking app.
  case vendor

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case trust = 0x0401
    case trustByOwner = 0x0402
    case revoke = 0x0403
    case revokeByOwner = 0x0404
    case install = 0x0405
    case remove = 0x0406
    case installed = 0x0407
    case launch = 0x0408
    case running = 0x0409
    case vendor = 0x040a
    case installByOwner = 0x040b
    case launchExtension = 0x040c
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    case .trust: RequestRow(.trust, .commandLine, .rarely, .once, operation: .trustPublisher)
    case .trustByOwner: RequestRow(.trustByOwner, .commandLine, .rarely, .once, operation: .trustPublisher)
    case .revoke: RequestRow(.revoke, .commandLine, .rarely, .once, operation: .revokePublisher)
    case .revokeByOwner: RequestRow(.revokeByOwner, .commandLine, .rarely, .once, operation: .revokePublisher)
    case .install: RequestRow(.install, .commandLine, .rarely, .once, operation: .installApp)
    case .installByOwner: RequestRow(.installByOwner, .commandLine, .rarely, .once, operation: .widenApp)
    case .remove: RequestRow(.remove, .commandLine, .rarely, .once, operation: .removeApp)
    // Known without reading a file, and whoever refuses an app something must learn which one it is.
    case .installed: RequestRow(.installed, .ownPrograms.union(.runtime), .often, .again)
    // What the app gets has the lock state in its keys.
    case .launch: RequestRow(.launch, .runtime, .often, .once)
    case .launchExtension: RequestRow(.launchExtension, .widgets, .often, .once)
    case .running: RequestRow(.running, .owners, .often, .again)
    case .vendor: RequestRow(.vendor, .programs, .often, .again)
    }
  }

  static let largestCertificate = 64 << 10
  static let largestSignature = 64 << 10
  static let longestIdentifier = 155
  static let sealSize = 32

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .installed, .running, .vendor: break
    case .trust(let certificate): try buffer.append(counting: certificate.span, atMost: Self.largestCertificate)
    case .trustByOwner(let number, let certificate):
      try buffer.append(bytes: number.bytes.span)
      try buffer.append(counting: certificate.span, atMost: Self.largestCertificate)
    case .revoke(let key):
      guard key.count == Self.sealSize else { throw .badValue }
      try buffer.append(bytes: key.span)
    case .revokeByOwner(let number, let key):
      guard key.count == Self.sealSize else { throw .badValue }
      try buffer.append(bytes: number.bytes.span)
      try buffer.append(bytes: key.span)
    case .install(let papers): try papers.encode(into: &buffer)
    case .installByOwner(let number, let papers):
      try buffer.append(bytes: number.bytes.span)
      try papers.encode(into: &buffer)
    case .remove(let identifier, let choice):
      try buffer.append(text: identifier, atMost: Self.longestIdentifier)
      try buffer.append(integer: choice.rawValue)
    case .launch(let request):
      try buffer.append(text: request.identifier, atMost: Self.longestIdentifier)
      guard request.seal.map({ $0.count == Self.sealSize }) ?? true else { throw .badValue }
      try buffer.append(optional: request.seal) { (buffer, seal) throws(WireError) in
        try buffer.append(bytes: seal.span)
      }
    case .launchExtension(let request):
      guard request.seal.count == Self.sealSize else { throw .badValue }
      try buffer.append(text: request.identifier, atMost: Self.longestIdentifier)
      try buffer.append(bytes: request.seal.span)
      try buffer.append(optional: request.entitlements) { (buffer, xml) throws(WireError) in
        try buffer.append(counting: xml.span, atMost: PropertyListLimits.bytes)
      }
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .installed: self = .installed
    case .running: self = .running
    case .vendor: self = .vendor
    case .trust: self = .trust(try cursor.countedBytes(atMost: Self.largestCertificate, in: message))
    case .trustByOwner:
      let number = try cursor.question(in: message)
      self = .trustByOwner(number, try cursor.countedBytes(atMost: Self.largestCertificate, in: message))
    case .revoke: self = .revoke(try cursor.bytes(Self.sealSize, in: message))
    case .revokeByOwner:
      let number = try cursor.question(in: message)
      self = .revokeByOwner(number, try cursor.bytes(Self.sealSize, in: message))
    case .install: self = .install(try BundlePapers(decoding: message, &cursor))
    case .installByOwner:
      let number = try cursor.question(in: message)
      self = .installByOwner(number, try BundlePapers(decoding: message, &cursor))
    case .remove:
      let identifier = try cursor.text(atMost: Self.longestIdentifier, in: message)
      self = .remove(identifier, try cursor.number(DataChoice.self, in: message))
    case .launch:
      let identifier = try cursor.text(atMost: Self.longestIdentifier, in: message)
      let seal = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.bytes(Self.sealSize, in: message)
      }
      self = .launch(LaunchRequest(identifier: identifier, seal: seal))
    case .launchExtension:
      let identifier = try cursor.text(atMost: Self.longestIdentifier, in: message)
      let seal = try cursor.bytes(Self.sealSize, in: message)
      let xml = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
      }
      self = .launchExtension(ExtensionLaunchRequest(identifier: identifier, seal: seal, entitlements: xml))
    }
  }
}

/// The start of an app.
package struct LaunchRequest: Sendable, Equatable {
  package let identifier: String
  /// The version that runs already and whose connection was lost; nil: the one that is installed.
  package let seal: [UInt8]?

  package init(identifier: String, seal: [UInt8]?) {
    self.identifier = identifier
    self.seal = seal
  }
}

/// The extension of an app that starts.
package struct ExtensionLaunchRequest: Sendable, Equatable {
  /// The identifier of the app.
  package let identifier: String
  /// The version of the app whose bundle the extension lies in.
  package let seal: [UInt8]
  /// The extension's own, as they are in that bundle; nil where it has none, and its app's count.
  package let entitlements: [UInt8]?

  package init(identifier: String, seal: [UInt8], entitlements: [UInt8]?) {
    (self.identifier, self.seal, self.entitlements) = (identifier, seal, entitlements)
  }
}

/// The choice whether the items and files of a removed app are kept.
package enum DataChoice: UInt8, Sendable, CaseIterable {
  case remove = 1
  case keep = 2
}

/// The parts of a bundle that say whose it is and what it may do.
package struct BundlePapers: Sendable, Equatable {
  package let sealedList: [UInt8]
  /// CMS; nil for an ad-hoc signature.
  package let signature: [UInt8]?
  package let info: [UInt8]
  package let entitlements: [UInt8]
  /// The entitlements of all extensions that have some of their own, in the order of the sealed list.
  package let extensions: [[UInt8]]

  package init(
    sealedList: [UInt8], signature: [UInt8]?, info: [UInt8], entitlements: [UInt8], extensions: [[UInt8]]
  ) {
    self.sealedList = sealedList
    self.signature = signature
    self.info = info
    self.entitlements = entitlements
    self.extensions = extensions
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(counting: sealedList.span, atMost: SealLimits.bytes)
    try buffer.append(optional: signature) { (buffer, signature) throws(WireError) in
      try buffer.append(counting: signature.span, atMost: BundlesRequest.largestSignature)
    }
    try buffer.append(counting: info.span, atMost: PropertyListLimits.bytes)
    try buffer.append(counting: entitlements.span, atMost: PropertyListLimits.bytes)
    guard extensions.count <= BundleExtension.maximum else { throw .badValue }
    try buffer.append(integer: UInt8(extensions.count))
    for one in extensions { try buffer.append(counting: one.span, atMost: PropertyListLimits.bytes) }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    sealedList = try cursor.countedBytes(atMost: SealLimits.bytes, in: message)
    signature = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.countedBytes(atMost: BundlesRequest.largestSignature, in: message)
    }
    info = try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
    entitlements = try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
    let count = try cursor.integer(UInt8.self, in: message)
    guard count <= BundleExtension.maximum else { throw .badValue }
    var extensions: [[UInt8]] = []
    for _ in 0..<count {
      extensions.append(try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message))
    }
    self.extensions = extensions
  }
}
