// SPDX-License-Identifier: Apache-2.0

/// An attribute of a class of items.
package struct AttributeColumn: Sendable {
  package let attribute: ItemAttribute
  package let type: AttributeType
  /// Whether the attribute is part of the primary key, which no two items of a class share. There an absent attribute
  /// counts as its empty value.
  package let isPrimaryKey: Bool
  package let role: Role

  /// The callers that may set an attribute.
  package enum Role: Sendable {
    /// Every caller may set it.
    case ordinary
    /// The store. Values from callers are ignored.
    case kept
    /// Callers with an entitlement.
    case entitled
    /// Every caller, but the value is not stored, because a keychain has one user here.
    case ignored
    /// Nobody may set it: giving it is an error.
    case refused
  }

  init(_ attribute: ItemAttribute, _ type: AttributeType, isPrimaryKey: Bool = false, _ role: Role = .ordinary) {
    self.attribute = attribute
    self.type = type
    self.isPrimaryKey = isPrimaryKey
    self.role = role
  }

  static func key(_ attribute: ItemAttribute, _ type: AttributeType, _ role: Role = .ordinary) -> AttributeColumn {
    AttributeColumn(attribute, type, isPrimaryKey: true, role)
  }

  /// The value that an absent attribute of the primary key counts as.
  package var emptyValue: AttributeValue {
    switch type {
    case .blob, .string: .string("")
    case .data, .accessControl: .data([])
    case .number: .number(0)
    case .date: .date(0)
    }
  }
}
