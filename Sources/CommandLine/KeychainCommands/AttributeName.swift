// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The names of attributes on a command line: a word, or Apple's own four characters.
package enum AttributeName {
  /// The attributes with their names, in the order in which items are shown.
  package static let all: [(attribute: ItemAttribute, name: String)] = [
    (.label, "label"), (.account, "account"), (.service, "service"), (.server, "server"),
    (.networkProtocol, "protocol"), (.port, "port"), (.path, "path"), (.securityDomain, "domain"),
    (.authenticationType, "authentication"), (.description, "description"), (.comment, "comment"),
    (.generic, "generic"), (.creator, "creator"), (.type, "type"), (.alias, "alias"),
    (.isInvisible, "invisible"), (.isNegative, "negative"),
    (.keyClass, "key-class"), (.applicationTag, "tag"), (.applicationLabel, "application-label"),
    (.keySizeInBits, "bits"), (.subject, "subject"), (.issuer, "issuer"), (.serialNumber, "serial-number"),
    (.publicKeyHash, "public-key-hash"),
    (.accessGroup, "group"), (.accessible, "accessible"), (.accessControl, "access-control"),
    (.synchronizable, "synchronizable"), (.creationDate, "created"), (.modificationDate, "modified"),
  ]

  package static func attribute(named name: String) -> ItemAttribute? {
    all.first { $0.name == name }?.attribute ?? ItemAttribute(rawValue: name)
  }

  package static func name(of attribute: ItemAttribute) -> String {
    all.first { $0.attribute == attribute }?.name ?? attribute.rawValue
  }

  /// The place of an attribute in the order in which items are shown.
  package static func position(of attribute: ItemAttribute) -> Int {
    all.firstIndex { $0.attribute == attribute } ?? all.count
  }
}

/// The names of classes of items.
package enum ClassName {
  package static let all: [(itemClass: ItemClass, name: String)] = [
    (.genericPassword, "generic"), (.internetPassword, "internet"), (.certificate, "certificate"), (.key, "key"),
    (.identity, "identity"),
  ]

  package static func itemClass(named name: String) -> ItemClass? { all.first { $0.name == name }?.itemClass }

  package static func name(of itemClass: ItemClass) -> String {
    all.first { $0.itemClass == itemClass }?.name ?? itemClass.rawValue
  }
}

/// The conditions under which items can be read, in words.
package enum AccessibleName {
  package static let all: [(accessibility: Accessibility, name: String)] = [
    (.whenUnlocked, "whenUnlocked"), (.afterFirstUnlock, "afterFirstUnlock"), (.always, "always"),
    (.whenPasscodeSetThisDeviceOnly, "whenPasscodeSetThisDeviceOnly"),
    (.whenUnlockedThisDeviceOnly, "whenUnlockedThisDeviceOnly"),
    (.afterFirstUnlockThisDeviceOnly, "afterFirstUnlockThisDeviceOnly"),
    (.alwaysThisDeviceOnly, "alwaysThisDeviceOnly"),
  ]

  package static func accessibility(named name: String) -> Accessibility? {
    all.first { $0.name == name }?.accessibility ?? Accessibility(rawValue: name)
  }

  package static func name(of accessibility: Accessibility) -> String {
    all.first { $0.accessibility == accessibility }?.name ?? accessibility.rawValue
  }
}
