// SPDX-License-Identifier: Apache-2.0

/// What a class of items knows of one of its attributes.
package struct AttributeColumn: Sendable {
  package let attribute: ItemAttribute
  package let type: AttributeType
  /// Part of what no two items of a class may have in common; an absent one counts as its empty value.
  package let isPrimaryKey: Bool
  package let role: Role

  /// Who may set an attribute, and who sees it.
  package enum Role: Sendable {
    /// Anyone; returned with the others.
    case ordinary
    /// The store sets it, whatever a caller says.
    case kept
    /// Needs an entitlement.
    case entitled
    /// Taken without an error, and without an effect: it has one user here.
    case ignored
    /// No caller may give it.
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

  /// What an absent attribute of the primary key counts as.
  package var emptyValue: AttributeValue {
    switch type {
    case .blob, .string: .string("")
    case .data, .accessControl: .data([])
    case .number: .number(0)
    case .date: .date(0)
    }
  }
}
