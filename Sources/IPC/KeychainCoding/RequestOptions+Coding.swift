// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import WireFormat

// What a dictionary says beside attributes: returns, limit, filters, authentication, tombstones, defect.

extension RequestOptions {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: returns.rawValue)
    try limit.encode(into: &buffer)
    try match.encode(into: &buffer)
    try authentication.encode(into: &buffer)
    try buffer.append(integer: UInt8(useTombstones.map { $0 ? 2 : 1 } ?? 0))
    try kind.encode(into: &buffer)
    try buffer.append(integer: UInt32(bitPattern: defect?.rawValue ?? 0))
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let returns = ReturnSelection(rawValue: try cursor.byte(in: message))
    guard returns.isSubset(of: .all) else { throw .badValue }
    let limit = try MatchLimit?(decoding: message, &cursor)
    let match = try MatchFilters(decoding: message, &cursor)
    let authentication = try AuthenticationChoice(decoding: message, &cursor)
    let tombstones = try cursor.byte(in: message)
    guard tombstones <= 2 else { throw .badValue }
    let kind = try KeychainKind(decoding: message, &cursor)
    let defect = try cursor.status(in: message)
    self.init(
      returns: returns, limit: limit, match: match, authentication: authentication,
      useTombstones: tombstones == 0 ? nil : tombstones == 2, defect: defect)
    self.kind = kind
  }
}

extension WireCursor {
  /// 0: none.
  package mutating func status(in message: Span<UInt8>) throws(WireError) -> KeychainStatus? {
    let code = Int32(bitPattern: try integer(in: message))
    guard code != 0 else { return nil }
    guard let status = KeychainStatus(rawValue: code) else { throw .badValue }
    return status
  }
}

extension MatchLimit? {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .none: try buffer.append(integer: UInt8(0))
    case .one: try buffer.append(integer: UInt8(1))
    case .all: try buffer.append(integer: UInt8(2))
    case .count(let count):
      try buffer.append(integer: UInt8(3))
      try buffer.append(integer: count)
    }
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.byte(in: message) {
    case 0: self = .none
    case 1: self = .one
    case 2: self = .all
    case 3: self = .count(try cursor.integer(in: message))
    default: throw .badValue
    }
  }
}

// MARK: - Filters

extension MatchFilters {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    let maximum = FieldLimits.longestText
    try buffer.append(optional: hostOrSubdomain) { (buffer, host) throws(WireError) in
      try buffer.append(text: host, atMost: maximum)
    }
    try buffer.append(optional: issuers) { (buffer, issuers) throws(WireError) in
      guard issuers.count <= KeychainLimits.issuers else { throw .badValue }
      try buffer.append(integer: UInt16(issuers.count))
      for issuer in issuers { try buffer.append(counting: issuer.span, atMost: KeychainLimits.attribute) }
    }
    switch validOn {
    case .none: try buffer.append(integer: UInt8(0))
    case .now: try buffer.append(integer: UInt8(1))
    case .date(let seconds):
      try buffer.append(integer: UInt8(2))
      try buffer.append(integer: seconds.bitPattern)
    }
    try buffer.append(optional: emailAddress) { (buffer, address) throws(WireError) in
      try buffer.append(text: address, atMost: maximum)
    }
    try buffer.append(integer: UInt8(trustedOnly.map { $0 ? 2 : 1 } ?? 0))
    try buffer.append(optional: policy) { (buffer, policy) throws(WireError) in
      try buffer.append(text: policy.identifier, atMost: maximum)
      try buffer.append(optional: policy.name) { (buffer, name) throws(WireError) in
        try buffer.append(text: name, atMost: maximum)
      }
    }
    try buffer.append(integer: UInt8((hasOthers ? 1 : 0) | (policy?.side == .client ? 2 : 0)))
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let maximum = FieldLimits.longestText
    self.init()
    hostOrSubdomain = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: maximum, in: message)
    }
    issuers = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try Self.issuers(decoding: message, &cursor)
    }
    validOn = try Self.validOn(decoding: message, &cursor)
    emailAddress = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: maximum, in: message)
    }
    let trusted = try cursor.byte(in: message)
    guard trusted <= 2 else { throw .badValue }
    trustedOnly = trusted == 0 ? nil : trusted == 2
    let policy = try cursor.optional(in: message) { (cursor) throws(WireError) in
      let identifier = try cursor.text(atMost: maximum, in: message)
      let name = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.text(atMost: maximum, in: message)
      }
      return (identifier: identifier, name: name)
    }
    let flags = try cursor.byte(in: message)
    guard flags <= (policy == nil ? 1 : 3) else { throw .badValue }
    hasOthers = flags & 1 != 0
    self.policy = policy.map {
      MatchPolicy(identifier: $0.identifier, name: $0.name, side: flags & 2 != 0 ? .client : .server)
    }
  }

  private static func issuers(
    decoding message: Span<UInt8>, _ cursor: inout WireCursor
  ) throws(WireError) -> [[UInt8]] {
    let count = Int(try cursor.integer(UInt16.self, in: message))
    guard count <= KeychainLimits.issuers else { throw .badValue }
    var issuers: [[UInt8]] = []
    for _ in 0..<count { issuers.append(try cursor.countedBytes(atMost: KeychainLimits.attribute, in: message)) }
    return issuers
  }

  private static func validOn(
    decoding message: Span<UInt8>, _ cursor: inout WireCursor
  ) throws(WireError) -> ValidOn? {
    switch try cursor.byte(in: message) {
    case 0: return nil
    case 1: return .now
    case 2: return .date(Double(bitPattern: try cursor.integer(in: message)))
    default: throw .badValue
    }
  }
}

// MARK: - Authentication

extension AuthenticationChoice {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: prompt.rawValue)
    let context = context?.bytes ?? []
    try buffer.append(integer: UInt8(context.count))
    try buffer.append(bytes: context.span)
    try buffer.append(optional: reason) { (buffer, reason) throws(WireError) in
      try buffer.append(text: reason, atMost: FieldLimits.longestText)
    }
    try buffer.append(integer: reuseSeconds)
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let prompt = try cursor.number(Prompt.self, in: message)
    let count = Int(try cursor.byte(in: message))
    guard count <= AuthenticationContext.longest else { throw .badValue }
    let context = AuthenticationContext(try cursor.bytes(count, in: message))
    let reason = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: FieldLimits.longestText, in: message)
    }
    let reuse = try cursor.integer(UInt16.self, in: message)
    self.init(prompt: prompt, context: context, reason: reason, reuseSeconds: reuse)
  }
}
