// SPDX-License-Identifier: Apache-2.0

/// The attributes of each class of items: Apple's schema as far as callers can see it.
package struct ItemSchema: Sendable {
  package let itemClass: ItemClass
  package let columns: [AttributeColumn]

  private init(_ itemClass: ItemClass, _ columns: [AttributeColumn]) {
    self.itemClass = itemClass
    self.columns = columns
  }

  /// The column of an attribute; nil if the class does not have the attribute (`errSecNoSuchAttr`).
  package subscript(attribute: ItemAttribute) -> AttributeColumn? { columns.first { $0.attribute == attribute } }

  /// The column of a name, given as bytes of any length.
  package subscript(named name: Span<UInt8>) -> AttributeColumn? {
    guard name.count == 4, let text = String(validating: name.indices.map({ name[$0] }), as: UTF8.self) else {
      return nil
    }
    return ItemAttribute(rawValue: text).flatMap { self[$0] }
  }

  package var primaryKey: [AttributeColumn] { columns.filter(\.isPrimaryKey) }

  package static func of(_ itemClass: ItemClass) -> ItemSchema {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .certificate: certificate
    case .key: key
    case .identity: identity
    }
  }

  // MARK: - The classes

  private static let genericPassword = ItemSchema(
    .genericPassword,
    ofEvery(label: .blob) + passwordColumns + [
      .key(.account, .blob), .key(.service, .blob), AttributeColumn(.generic, .blob),
    ])
  private static let internetPassword = ItemSchema(
    .internetPassword,
    ofEvery(label: .blob) + passwordColumns + [
      .key(.account, .blob), .key(.securityDomain, .blob), .key(.server, .blob), .key(.networkProtocol, .number),
      .key(.authenticationType, .blob), .key(.port, .number), .key(.path, .blob),
    ])
  private static let certificate = ItemSchema(.certificate, ofEvery(label: .blob) + certificateColumns)
  private static let key = ItemSchema(.key, ofEvery(label: .blob) + keyColumns)
  /// Identities have every attribute of their two halves. Where both have one, its type is the same.
  private static let identity = ItemSchema(.identity, ofEvery(label: .blob) + certificateColumns + keyColumns)
}

private func ofEvery(label: AttributeType) -> [AttributeColumn] {
  [
    AttributeColumn(.creationDate, .date, .kept), AttributeColumn(.modificationDate, .date, .kept),
    AttributeColumn(.label, label), .key(.accessGroup, .string), AttributeColumn(.accessible, .string),
    AttributeColumn(.accessControl, .accessControl), .key(.synchronizable, .number),
    AttributeColumn(.tombstone, .number, .kept), .key(.syncViewHint, .string, .entitled), .key(.tokenID, .string),
    AttributeColumn(.multiUser, .data, .ignored), AttributeColumn(.appClip, .number, .refused),
    .key(.sharingGroup, .string, .entitled),
  ]
}

private let passwordColumns = [
  AttributeColumn(.description, .blob), AttributeColumn(.comment, .blob), AttributeColumn(.creator, .number),
  AttributeColumn(.type, .number), AttributeColumn(.scriptCode, .number), AttributeColumn(.alias, .blob),
  AttributeColumn(.isInvisible, .number), AttributeColumn(.isNegative, .number),
  AttributeColumn(.hasCustomIcon, .number), AttributeColumn(.protectedData, .blob),
]

private let certificateColumns: [AttributeColumn] = [
  .key(.certificateType, .number), AttributeColumn(.certificateEncoding, .number), AttributeColumn(.alias, .blob),
  AttributeColumn(.subject, .data), .key(.issuer, .data), .key(.serialNumber, .data),
  AttributeColumn(.subjectKeyID, .data), AttributeColumn(.publicKeyHash, .data),
]

private let keyColumns: [AttributeColumn] =
  [
    .key(.keyClass, .number), AttributeColumn(.alias, .blob), AttributeColumn(.isPermanent, .number),
    AttributeColumn(.isPrivate, .number), AttributeColumn(.isModifiable, .number), .key(.applicationLabel, .data),
    .key(.applicationTag, .blob), .key(.creator, .number), .key(.type, .number), .key(.keySizeInBits, .number),
    .key(.effectiveKeySize, .number), .key(.startDate, .date), .key(.endDate, .date),
  ]
  + [
    .isSensitive, .wasAlwaysSensitive, .isExtractable, .wasNeverExtractable, .canEncrypt, .canDecrypt, .canDerive,
    .canSign, .canVerify, .canSignRecover, .canVerifyRecover, .canWrap, .canUnwrap,
  ].map { AttributeColumn($0, .number) }
