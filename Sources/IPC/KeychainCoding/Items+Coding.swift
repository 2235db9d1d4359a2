// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import WireFormat

// Queries, additions, changes and results.

extension ItemQuery {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: itemClass?.wireNumber ?? 0)
    try buffer.append(reference: persistentReference)
    try buffer.append(attributes: attributes)
    try buffer.append(integer: UInt8(isOfObject ? 1 : 0))
    try options.encode(into: &buffer)
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let itemClass = try cursor.itemClass(in: message)
    let reference = try cursor.reference(in: message)
    let attributes = try cursor.attributes(in: message)
    let isOfObject = try cursor.flag(in: message)
    let options = try RequestOptions(decoding: message, &cursor)
    self.init(
      itemClass, attributes, persistentReference: reference, isOfObject: isOfObject, options: options)
  }
}

extension ItemAddition {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: itemClass?.wireNumber ?? 0)
    try buffer.append(reference: persistentReference)
    try buffer.append(attributes: attributes)
    try options.encode(into: &buffer)
    try buffer.append(secret: data)
    try buffer.append(certificate: certificate)
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let itemClass = try cursor.itemClass(in: message)
    let reference = try cursor.reference(in: message)
    let attributes = try cursor.attributes(in: message)
    let options = try RequestOptions(decoding: message, &cursor)
    self.init(itemClass, attributes, data: try cursor.secret(in: message), options: options)
    certificate = try cursor.certificate(in: message)
    persistentReference = reference
  }
}

extension ItemChanges {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(attributes: attributes)
    try buffer.append(secret: data)
    try buffer.append(integer: UInt32(bitPattern: defect?.rawValue ?? 0))
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let attributes = try cursor.attributes(in: message)
    let data = try cursor.secret(in: message)
    self.init(attributes, data: data, defect: try cursor.status(in: message))
  }
}

extension ItemResult {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: itemClass.wireNumber)
    try buffer.append(optional: attributes) { (buffer, attributes) throws(WireError) in
      try buffer.append(attributes: attributes)
    }
    try buffer.append(secret: data)
    try buffer.append(certificate: certificate)
    try buffer.append(reference: persistentReference)
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    guard let itemClass = try cursor.itemClass(in: message) else { throw .badValue }
    let attributes = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.attributes(in: message)
    }
    let data = try cursor.secret(in: message)
    let certificate = try cursor.certificate(in: message)
    self.init(
      itemClass, attributes: attributes, data: data, certificate: certificate,
      persistentReference: try cursor.reference(in: message))
  }

  /// The size of the encoded item, roughly, and not less: for cutting answers into frames.
  package var encodedSize: Int {
    func size(_ attributes: ItemAttributes?) -> Int { attributes?.values.reduce(1) { $0 + $1.encodedSize } ?? 0 }
    return 64 + size(attributes) + (data?.count ?? 0) + size(certificate?.attributes) + (certificate?.data?.count ?? 0)
  }
}

// MARK: - Fields

extension ItemClass {
  /// The permanent number of the class; 0 is no class.
  package var wireNumber: UInt8 {
    switch self {
    case .genericPassword: 1
    case .internetPassword: 2
    case .certificate: 3
    case .key: 4
    case .identity: 5
    }
  }
}

extension WireBuffer {
  /// 0: none; 1: class and identifier; 2: class and row.
  package mutating func append(reference: PersistentReference?) throws(WireError) {
    switch reference?.target {
    case .none: try append(integer: UInt8(0))
    case .identifier(let identifier):
      try append(integer: UInt8(1))
      try append(integer: reference?.itemClass.wireNumber ?? 0)
      try append(bytes: identifier.span)
    case .row(let row):
      try append(integer: UInt8(2))
      try append(integer: reference?.itemClass.wireNumber ?? 0)
      try append(integer: UInt64(bitPattern: row))
    }
  }

  package mutating func append(certificate: CertificatePart?) throws(WireError) {
    try append(optional: certificate) { (buffer, certificate) throws(WireError) in
      try buffer.append(attributes: certificate.attributes)
      try buffer.append(secret: certificate.data)
    }
  }
}

extension WireCursor {
  package mutating func itemClass(in message: Span<UInt8>) throws(WireError) -> ItemClass? {
    let number = try byte(in: message)
    guard number != 0 else { return nil }
    guard let found = ItemClass.allCases.first(where: { $0.wireNumber == number }) else { throw .badValue }
    return found
  }

  package mutating func reference(in message: Span<UInt8>) throws(WireError) -> PersistentReference? {
    let kind = try byte(in: message)
    guard kind != 0 else { return nil }
    guard let itemClass = try itemClass(in: message) else { throw .badValue }
    switch kind {
    case 1:
      let identifier = try bytes(PersistentReference.identifierSize, in: message)
      return PersistentReference(itemClass, identifier: identifier)
    case 2: return PersistentReference(itemClass, row: Int64(bitPattern: try integer(in: message)))
    default: throw .badValue
    }
  }

  package mutating func certificate(in message: Span<UInt8>) throws(WireError) -> CertificatePart? {
    guard try flag(in: message) else { return nil }
    let attributes = try attributes(in: message)
    return CertificatePart(attributes: attributes, data: try secret(in: message))
  }
}
