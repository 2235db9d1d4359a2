// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

extension Pitfall {
  /// The pitfall as a sentence for the developer: what it is, and what to do about it. Values are not repeated, but for
  /// names of groups and classes.
  package func sentence(of itemClass: ItemClass?) -> String {
    let items = itemClass.map(Self.plural) ?? "items"
    switch self {
    case .noClass: return "There is no kSecClass, and no persistent reference that would say the class."
    case .unknownClass(let name): return "'\(name)' is no class: genp, inet, cert, keys and idnt are."
    case .unknownKey(let key, .noSuchAttribute):
      return "There is no attribute '\(key)'. Keys of four characters are attributes."
    case .unknownKey(let key, _): return "'\(key)' is no key of a query."
    case .otherClass(let attribute, let classes):
      let others = classes.map(Self.plural).joined(separator: " and ")
      return "\(word(attribute, classes.first)) is an attribute of \(others); \(items) have no such attribute. "
        + "The file-based keychain of macOS ignores it and answers with any item; this one does not."
    case .wrongValue(let key):
      return "The value of \(word(key)) is of a kind it cannot have" + Self.expected(key) + "."
    case .refusedAttribute(let attribute): return "No caller may give \(word(attribute, itemClass))."
    case .entitledAttribute(let attribute): return "\(word(attribute, itemClass)) needs an entitlement."
    case .unknownAccessible: return "The value of kSecAttrAccessible is none of ak, ck, dk, akpu, aku, cku, dku."
    case .contradictoryProtection:
      return "kSecAttrAccessible and kSecAttrAccessControl both say how the item is protected: give one of them."
    case .contradictoryClass: return "The persistent reference is of another class than kSecClass says."
    case .referenceWithAttributes:
      return "A persistent reference names one item: SecItemCopyMatching takes no attributes beside it."
    case .tooManyKeys: return "There are more than \(KeychainLimits.keys) keys."
    case .skipOutsideFind: return "kSecUseAuthenticationUISkip is for SecItemCopyMatching alone."
    case .unsupportedMatch(let key): return "\(word(key)) is not for \(items)."
    case .matchKey(let key):
      return "\(word(key)) is for SecItemCopyMatching alone. On macOS the shim takes it away; here it is an error."
    case .returnKey(let key): return "SecItemUpdate returns nothing: \(word(key)) is an error."
    case .notAnAttribute(let key): return "\(word(key)) is nothing that an update could change."
    case .constraintsSynchronize: return "What a person must authenticate for does not synchronise."
    case .synchronizableAny: return "kSecAttrSynchronizableAny is for searching; an item either synchronises or not."
    default: return sentenceOfMeaning(items, itemClass)
    }
  }

  private func sentenceOfMeaning(_ items: String, _ itemClass: ItemClass?) -> String {
    switch self {
    case .noGroups: return "The caller has no access group at all, so it may not even ask."
    case .groupNotInList(let group):
      return
        "'\(group)' is not among the caller's access groups. Its entitlements decide: see 'bailey keychain groups'."
    case .readOnlyGroup: return "The group of hardware tokens can only be read."
    case .notPartOfPrimaryKey(let attributes):
      return
        "\(list(attributes, itemClass)) selects, but is not part of what makes \(items) unique. An item that is the "
        + "same in all of \(Self.primaryKey(itemClass)) and differs here is not found, and SecItemAdd still answers "
        + "errSecDuplicateItem."
    case .accessibleSelects:
      return
        "kSecAttrAccessible selects, but is not part of the primary key: the same item with another accessibility is "
        + "not found, and cannot be added."
    case .dataDoesNotSelect: return "kSecValueData does not select. Use a dictionary of its own for each call."
    case .accessControlDoesNotSelect: return "kSecAttrAccessControl does not select."
    case .limitOne(let count):
      let found = count.map { $0 > 1 ? " \($0) match now." : "" } ?? ""
      return "Without kSecMatchLimit, SecItemCopyMatching returns one item at most: the oldest that matches.\(found)"
    case .everyMatch(let count):
      let found = count.map { $0 > 1 ? " These are \($0) now." : "" } ?? ""
      return "It concerns every item that matches; the file-based keychain of macOS takes one only.\(found)"
    case .noEffect(let key): return "\(word(key)) has no effect on this keychain."
    case .onlyNotSynchronizing:
      return "Without kSecAttrSynchronizable only items that do not synchronise are meant: "
        + "kSecAttrSynchronizableAny means both."
    case .emptyPrimaryKey(let attributes):
      return "\(list(attributes, itemClass)) is not given and counts as empty: two such items are the same item."
    case .standardGroup(let group):
      return
        "No kSecAttrAccessGroup: the item goes into '\(group)', the first group of the caller. If another version's "
        + "entitlements no longer have it, that version does not find the item."
    case .synchronizesThisDeviceOnly:
      return "It says that it synchronises, and that it stays on this device: it is stored, and stays."
    case .needsPasscode: return "kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly needs a passcode, and there is none."
    case .identityIsTwoItems:
      return "There are no identities in the keychain, only certificates and private keys that belong together "
        + "(kSecAttrPublicKeyHash equals kSecAttrApplicationLabel). Adding or deleting one half makes or ends an identity."
    case .rawObject:
      return
        "The attributes of raw data are not derived: all that are not given count as empty, so a second one like it "
        + "is a duplicate, and no identity forms. Import it first, then add it with kSecValueRef."
    case .subjectWithSequence:
      return "kSecAttrSubject begins with a SEQUENCE: it has to be the content of the normalised name alone."
    case .objectNotWritten:
      return "The attributes of kSecValueRef cannot be seen in a text: they are not considered here."
    default: return sentenceOfCalls(itemClass)
    }
  }

  private func sentenceOfCalls(_ itemClass: ItemClass?) -> String {
    switch self {
    case .accessControlOfEnclaveKey:
      return "The access control of a key in the enclave is set when it is made; changing it is errSecParam."
    case .replacesConstraints:
      return "kSecAttrAccessible replaces the whole access control: whoever had to authenticate has not to any more."
    case .primaryKeyChanges:
      return "It changes the primary key: where another item has it already, errSecDuplicateItem and nothing changes."
    case .ignoredReturn(let key): return "\(word(key)) has no effect: SecItemDelete returns nothing."
    case .deletesWhatIsLocked(let count):
      return "\(count) of them cannot be read now, and are deleted all the same: deleting works while locked. Nothing "
        + "can bring them back."
    case .deletionAfterLocked:
      return
        "The search before answered errSecInteractionNotAllowed: the item is there and cannot be read now. Deleting "
        + "works even so, and loses it. Wait until protected data is available."
    case .additionAfterLocked:
      return
        "The search before answered errSecInteractionNotAllowed, which is not errSecItemNotFound: the item is there."
    case .additionAfterMiss(let attributes):
      return "The search before asked for \(list(attributes, itemClass)) too. It can miss an item that this call then "
        + "calls a duplicate: search by the primary key, then update."
    case .deletionBeforeAddition:
      return "The item is deleted and added again: its persistent reference changes. SecItemUpdate keeps it."
    case .dictionaryReused:
      return
        "It is the dictionary of the call before with more in it. Use a new one for each call: what is meant for one "
        + "means something else in another."
    default: return name
    }
  }
}

extension Pitfall {
  private func word(_ attribute: ItemAttribute, _ itemClass: ItemClass?) -> String {
    "\(ConstantName.of(attribute, itemClass)) (\(attribute.rawValue))"
  }

  private func word(_ key: String) -> String {
    ItemAttribute(rawValue: key).map { word($0, nil) } ?? ConstantName.ofKey(key) ?? "'\(key)'"
  }

  private func list(_ attributes: [ItemAttribute], _ itemClass: ItemClass?) -> String {
    attributes.map { word($0, itemClass) }.joined(separator: ", ")
  }

  private static func expected(_ key: String) -> String {
    if [.creationDate, .modificationDate, .startDate, .endDate].contains(ItemAttribute(rawValue: key)) {
      return ": a date is needed"
    }
    return switch QueryKey(rawValue: key) {
    case .returnData, .returnAttributes, .returnRef, .returnPersistentRef, .matchTrustedOnly:
      ": a Boolean is needed, not a number"
    case .valueData: ": data is needed, not a string"
    case .matchLimit: ": a number is needed, kSecMatchLimitOne or kSecMatchLimitAll"
    default: ""
    }
  }

  /// The attributes of a primary key that a developer chooses: groups and the like are in every one.
  private static func primaryKey(_ itemClass: ItemClass?) -> String {
    guard let itemClass else { return "the primary key" }
    return itemClass.ownPrimaryKey.map { ConstantName.of($0, itemClass) }.joined(separator: ", ")
  }

  static func plural(_ itemClass: ItemClass) -> String {
    switch itemClass {
    case .genericPassword: "generic passwords"
    case .internetPassword: "internet passwords"
    case .certificate: "certificates"
    case .key: "keys"
    case .identity: "identities"
    }
  }
}
