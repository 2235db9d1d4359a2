// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// A mistake or a surprise in a call, after Apple's article "SecItem: Pitfalls and Best Practices" and the keychain's order
/// of checks. Its `name` is for scripts, and does not change.
package enum Pitfall: Sendable, Equatable {
  // MARK: Errors of the dictionary
  case noClass
  case unknownClass(String)
  case unknownKey(String, KeychainStatus)
  case otherClass(ItemAttribute, of: [ItemClass])
  case wrongValue(key: String)
  case refusedAttribute(ItemAttribute)
  case entitledAttribute(ItemAttribute)
  case unknownAccessible
  case contradictoryProtection
  case contradictoryClass
  case referenceWithAttributes
  case tooManyKeys
  case skipOutsideFind
  case unsupportedMatch(key: String)
  case matchKey(String)
  case returnKey(String)
  case notAnAttribute(key: String)
  case constraintsSynchronize
  case synchronizableAny
  // MARK: Groups
  case noGroups
  case groupNotInList(String)
  case readOnlyGroup
  // MARK: What is misunderstood
  case notPartOfPrimaryKey([ItemAttribute])
  case accessibleSelects
  case dataDoesNotSelect
  case accessControlDoesNotSelect
  case limitOne(matching: Int?)
  case everyMatch(matching: Int?)
  case noEffect(key: String)
  case onlyNotSynchronizing
  case emptyPrimaryKey([ItemAttribute])
  case standardGroup(String)
  case synchronizesThisDeviceOnly
  case needsPasscode
  case identityIsTwoItems
  case rawObject
  case subjectWithSequence
  case accessControlOfEnclaveKey
  case replacesConstraints
  case objectNotWritten
  case primaryKeyChanges
  case ignoredReturn(key: String)
  // MARK: What goes wrong over several calls
  case deletesWhatIsLocked(count: Int)
  case deletionAfterLocked
  case additionAfterLocked
  case additionAfterMiss([ItemAttribute])
  case deletionBeforeAddition
  case dictionaryReused
}

extension Pitfall {
  package enum Weight: String, Sendable { case error, warning, note }

  /// An error makes the call fail; a warning is likely to be a mistake.
  package var weight: Weight {
    if status != nil { return .error }
    switch self {
    case .notPartOfPrimaryKey, .accessibleSelects, .dataDoesNotSelect, .accessControlDoesNotSelect, .noEffect,
      .synchronizesThisDeviceOnly, .rawObject, .subjectWithSequence, .accessControlOfEnclaveKey, .replacesConstraints,
      .deletesWhatIsLocked, .deletionAfterLocked, .additionAfterLocked, .additionAfterMiss, .deletionBeforeAddition,
      .dictionaryReused, .ignoredReturn:
      return .warning
    case .limitOne(let count), .everyMatch(let count): return (count ?? 0) > 1 ? .warning : .note
    default: return .note
    }
  }

  /// The status that the call answers because of it.
  package var status: KeychainStatus? {
    switch self {
    case .noClass, .wrongValue, .refusedAttribute, .unknownAccessible, .contradictoryProtection,
      .referenceWithAttributes, .tooManyKeys, .skipOutsideFind, .matchKey, .returnKey, .constraintsSynchronize,
      .synchronizableAny:
      .param
    case .unknownClass, .contradictoryClass: .noSuchClass
    case .unknownKey(_, let status): status
    case .otherClass, .notAnAttribute: .noSuchAttribute
    case .entitledAttribute, .noGroups, .groupNotInList, .readOnlyGroup: .missingEntitlement
    case .unsupportedMatch: .unimplemented
    case .needsPasscode: .notAvailable
    default: nil
    }
  }

  package var name: String {
    switch self {
    case .noClass: "noClass"
    case .unknownClass: "unknownClass"
    case .unknownKey: "unknownKey"
    case .otherClass: "attributeOfAnotherClass"
    case .wrongValue: "wrongValue"
    case .refusedAttribute: "refusedAttribute"
    case .entitledAttribute: "entitledAttribute"
    case .unknownAccessible: "unknownAccessible"
    case .contradictoryProtection: "contradictoryProtection"
    case .contradictoryClass: "contradictoryClass"
    case .referenceWithAttributes: "referenceWithAttributes"
    case .tooManyKeys: "tooManyKeys"
    case .skipOutsideFind: "skipOutsideFind"
    case .unsupportedMatch: "unsupportedMatch"
    case .matchKey: "matchKey"
    case .returnKey: "returnKey"
    case .notAnAttribute: "notAnAttribute"
    case .constraintsSynchronize: "constraintsSynchronize"
    case .synchronizableAny: "synchronizableAny"
    case .noGroups: "noGroups"
    case .groupNotInList: "groupNotInList"
    case .readOnlyGroup: "readOnlyGroup"
    case .notPartOfPrimaryKey: "notPartOfPrimaryKey"
    case .accessibleSelects: "accessibleSelects"
    case .dataDoesNotSelect: "dataDoesNotSelect"
    case .accessControlDoesNotSelect: "accessControlDoesNotSelect"
    case .limitOne: "limitOne"
    case .everyMatch: "everyMatch"
    case .noEffect: "noEffect"
    case .onlyNotSynchronizing: "onlyNotSynchronizing"
    case .emptyPrimaryKey: "emptyPrimaryKey"
    case .standardGroup: "standardGroup"
    case .synchronizesThisDeviceOnly: "synchronizesThisDeviceOnly"
    case .needsPasscode: "needsPasscode"
    case .identityIsTwoItems: "identityIsTwoItems"
    case .rawObject: "rawObject"
    case .subjectWithSequence: "subjectWithSequence"
    case .accessControlOfEnclaveKey: "accessControlOfEnclaveKey"
    case .replacesConstraints: "replacesConstraints"
    case .objectNotWritten: "objectNotWritten"
    case .primaryKeyChanges: "primaryKeyChanges"
    case .ignoredReturn: "ignoredReturn"
    case .deletesWhatIsLocked: "deletesWhatIsLocked"
    case .deletionAfterLocked: "deletionAfterLocked"
    case .additionAfterLocked: "additionAfterLocked"
    case .additionAfterMiss: "additionAfterMiss"
    case .deletionBeforeAddition: "deletionBeforeAddition"
    case .dictionaryReused: "dictionaryReused"
    }
  }

  /// The keys it is about, as dictionaries have them.
  package var keys: [String] {
    switch self {
    case .noClass, .unknownClass, .contradictoryClass, .identityIsTwoItems: [QueryKey.itemClass.rawValue]
    case .unknownKey(let key, _), .wrongValue(let key), .unsupportedMatch(let key), .matchKey(let key),
      .returnKey(let key), .notAnAttribute(let key), .noEffect(let key), .ignoredReturn(let key):
      [key]
    case .otherClass(let attribute, _), .refusedAttribute(let attribute), .entitledAttribute(let attribute):
      [attribute.rawValue]
    case .notPartOfPrimaryKey(let attributes), .emptyPrimaryKey(let attributes), .additionAfterMiss(let attributes):
      attributes.map(\.rawValue)
    case .unknownAccessible, .accessibleSelects, .needsPasscode, .replacesConstraints:
      [ItemAttribute.accessible.rawValue]
    case .contradictoryProtection: [ItemAttribute.accessible.rawValue, ItemAttribute.accessControl.rawValue]
    case .constraintsSynchronize: [ItemAttribute.accessControl.rawValue, ItemAttribute.synchronizable.rawValue]
    case .synchronizesThisDeviceOnly: [ItemAttribute.synchronizable.rawValue, ItemAttribute.accessible.rawValue]
    case .synchronizableAny, .onlyNotSynchronizing: [ItemAttribute.synchronizable.rawValue]
    case .groupNotInList, .readOnlyGroup, .standardGroup: [ItemAttribute.accessGroup.rawValue]
    case .dataDoesNotSelect, .rawObject: [QueryKey.valueData.rawValue]
    case .accessControlDoesNotSelect, .accessControlOfEnclaveKey: [ItemAttribute.accessControl.rawValue]
    case .limitOne, .everyMatch: [QueryKey.matchLimit.rawValue]
    case .subjectWithSequence: [ItemAttribute.subject.rawValue]
    case .objectNotWritten: [QueryKey.valueRef.rawValue]
    case .referenceWithAttributes: [QueryKey.valuePersistentRef.rawValue]
    case .skipOutsideFind: [QueryKey.useAuthenticationUI.rawValue]
    default: []
    }
  }
}
