// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import AppModel
import PropertyLists
package import WireFormat

/// The replies about apps that are bundles.
package enum BundlesReply: ReplyFamily {
  /// A part of the installed apps. Several may follow each other; the last one says so.
  case installed([InstalledApp], BrokerReply.Part)
  /// The app, and an end of the connection on which its socket is to be sent.
  case launched(InstalledApp, HandedSocket)
  case running([RunningApp])
  /// Sixteen bytes; nil for a program that no publisher of an installed app made, and before the first unlock.
  case vendor([UInt8]?)

  package enum Number: UInt16, Sendable, CaseIterable {
    case installed = 0x0401
    case launched = 0x0402
    case running = 0x0403
    case vendor = 0x0404
  }

  private static let vendorSize = 16

  package var number: Number {
    switch self {
    case .installed: .installed
    case .launched: .launched
    case .running: .running
    case .vendor: .vendor
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .installed(let apps, let part):
      try buffer.append(integer: part.rawValue)
      try buffer.append(integer: UInt32(apps.count))
      for app in apps { try app.encode(into: &buffer) }
    case .launched(let app, _): try app.encode(into: &buffer)
    case .running(let apps):
      try buffer.append(integer: UInt32(apps.count))
      for app in apps {
        try buffer.append(text: app.identifier, atMost: BundlesRequest.longestIdentifier)
        try buffer.append(integer: UInt32(bitPattern: app.process))
      }
    case .vendor(let identifier):
      guard identifier.map({ $0.count == Self.vendorSize }) ?? true else { throw .badValue }
      try buffer.append(optional: identifier) { (buffer, identifier) throws(WireError) in
        try buffer.append(bytes: identifier.span)
      }
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .installed:
      let part = try cursor.number(BrokerReply.Part.self, in: message)
      let apps = try cursor.list(in: message) { (cursor) throws(WireError) in
        try InstalledApp(decoding: message, &cursor)
      }
      self = .installed(apps, part)
    case .launched: self = .launched(try InstalledApp(decoding: message, &cursor), HandedSocket(nil))
    case .running:
      self = .running(
        try cursor.list(in: message) { (cursor) throws(WireError) in
          let identifier = try cursor.text(atMost: BundlesRequest.longestIdentifier, in: message)
          return RunningApp(identifier: identifier, process: Int32(bitPattern: try cursor.integer(in: message)))
        })
    case .vendor:
      self = .vendor(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          try cursor.bytes(Self.vendorSize, in: message)
        })
    }
  }
}

/// A start of an app, and the process that keeps its sandbox.
package struct RunningApp: Sendable, Equatable {
  package let identifier: String
  package let process: Int32

  package init(identifier: String, process: Int32) {
    self.identifier = identifier
    self.process = process
  }
}

extension InstalledApp {
  private static let longestSigner = 4096

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch requirement.publisher {
    case .key(let digest):
      guard digest.count == BundlesRequest.sealSize else { throw .badValue }
      try buffer.append(integer: UInt8(1))
      try buffer.append(bytes: digest.span)
    case .adHoc: try buffer.append(integer: UInt8(2))
    }
    guard seal.count == BundlesRequest.sealSize else { throw .badValue }
    try buffer.append(bytes: seal.span)
    try buffer.append(text: signer, atMost: Self.longestSigner)
    try buffer.append(counting: info.span, atMost: PropertyListLimits.bytes)
    try buffer.append(counting: xml.span, atMost: PropertyListLimits.bytes)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let publisher: Publisher
    switch try cursor.byte(in: message) {
    case 1: publisher = .key(try cursor.bytes(BundlesRequest.sealSize, in: message))
    case 2: publisher = .adHoc
    default: throw .badValue
    }
    let seal = try cursor.bytes(BundlesRequest.sealSize, in: message)
    let signer = try cursor.text(atMost: Self.longestSigner, in: message)
    let info = try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
    let xml = try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
    do { try self.init(publisher: publisher, signer: signer, seal: seal, info: info, xml: xml) } catch {
      throw .badValue
    }
  }

  /// The size of the encoded app, roughly, and not less: for cutting answers into frames.
  package var encodedSize: Int { 128 + signer.utf8.count + info.count + xml.count }
}
