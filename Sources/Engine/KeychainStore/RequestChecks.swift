// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import X509Certificates

/// What every call checks, in the order that decides which of several errors a caller hears of.
struct RequestChecks: Sendable {
  let caller: KeychainCaller

  // MARK: - Before anything is parsed

  /// An app clip's items are marked by the platform, and what is shared with people does not synchronise.
  func reserved(_ attributes: ItemAttributes) throws(KeychainStatus) {
    guard attributes[.appClip] == nil else { throw .param }
    guard attributes[.sharingGroup] == nil || attributes[.synchronizable] == nil else { throw .param }
  }

  func anyGroup() throws(KeychainStatus) {
    guard !caller.groups.isEmpty else { throw .missingEntitlement }
  }

  // MARK: - Parsing

  /// The class, which a persistent reference may say as well.
  func itemClass(
    _ given: ItemClass?, _ reference: PersistentReference?
  ) throws(KeychainStatus) -> ItemClass {
    guard let itemClass = given ?? reference?.itemClass else { throw .param }
    guard reference == nil || reference?.itemClass == itemClass else { throw .noSuchClass }
    return itemClass
  }

  /// Attributes of the class only, in the types of their columns.
  func converted(_ given: ItemAttributes, for itemClass: ItemClass) throws(KeychainStatus) -> ItemAttributes {
    guard given.count <= KeychainLimits.keys else { throw .param }
    let schema = ItemSchema.of(itemClass)
    var converted = ItemAttributes(minimumCapacity: given.count)
    var size = 0
    for (attribute, value) in given {
      guard let column = schema[attribute] else { throw .noSuchAttribute }
      guard column.role != .refused, let made = column.type.converting(Self.kept(value, of: attribute))
      else { throw .param }
      guard made.size <= KeychainLimits.attribute else { throw .param }
      size += made.size
      if column.role != .ignored { converted[attribute] = made }
    }
    guard size <= KeychainLimits.attributes else { throw .param }
    try protection(converted)
    return converted
  }

  /// A whole name as issuers are kept: normalized, and without its outer SEQUENCE. A subject is taken as it is given.
  static func kept(_ value: AttributeValue, of attribute: ItemAttribute) -> AttributeValue {
    guard attribute == .issuer, case .data(let bytes) = value, let name = try? DistinguishedName(bytes.span) else {
      return value
    }
    return .data(name.normalizedContent)
  }

  /// The two ways to say how an item is protected must not contradict each other.
  private func protection(_ attributes: ItemAttributes) throws(KeychainStatus) {
    guard let name = attributes[.accessible] else { return }
    guard let accessible = name.string.flatMap(Accessibility.init(rawValue:)) else { throw .param }
    guard let control = attributes[.accessControl]?.accessControl else { return }
    guard control == AccessControl(accessible) else { throw .param }
  }

  // MARK: - After parsing

  func readableGroup(_ attributes: ItemAttributes) throws(KeychainStatus) -> AccessGroupList {
    guard let group = attributes[.accessGroup]?.string else { return caller.groups }
    guard caller.groups.mayRead(group) else { throw .missingEntitlement }
    return AccessGroupList([group])
  }

  /// For calls that change something; looks at the attribute before it is known to be well-formed.
  func writableGroups(_ attributes: ItemAttributes) throws(KeychainStatus) -> AccessGroupList {
    guard !caller.groups.isReadOnly || caller.groups.isUnlimited else { throw .missingEntitlement }
    guard let value = attributes[.accessGroup], let group = AttributeType.string.converting(value)?.string else {
      return caller.groups.isUnlimited
        ? caller.groups : AccessGroupList(caller.groups.groups.filter(caller.groups.mayWrite))
    }
    guard caller.groups.mayWrite(group) else { throw .missingEntitlement }
    return AccessGroupList([group])
  }

  /// The group of a new item: the one named, or the caller's first.
  func groupOfNew(_ attributes: ItemAttributes) throws(KeychainStatus) -> String {
    guard let group = attributes[.accessGroup]?.string ?? caller.groups.standard, caller.groups.mayWrite(group) else {
      throw .missingEntitlement
    }
    return group
  }

  /// An app clip leaves nothing behind but in its own group on this device.
  func appClip(_ attributes: ItemAttributes) throws(KeychainStatus) {
    guard caller.entitlements.contains(.isAppClip) else { return }
    if let group = attributes[.accessGroup]?.string, let own = caller.groups.standard,
      !AccessGroupList.same(group, own)
    {
      throw .restricted
    }
    if let flag = attributes[.synchronizable], SynchronizableFilter(flag) != .only(false) { throw .restricted }
  }

  func entitlements(_ attributes: ItemAttributes) throws(KeychainStatus) {
    if attributes[.sharingGroup] != nil, !caller.entitlements.contains(.sharingGroups) { throw .missingEntitlement }
    if attributes[.syncViewHint] != nil, !caller.entitlements.contains(.syncViewHints) { throw .missingEntitlement }
  }

  // MARK: - Access control

  /// What must be authenticated for does not synchronise.
  func constraintsDoNotSynchronize(_ attributes: ItemAttributes) throws(KeychainStatus) {
    guard attributes[.accessControl]?.accessControl?.constraints != nil, let flag = attributes[.synchronizable] else {
      return
    }
    if SynchronizableFilter(flag) == .only(true) { throw .param }
  }

  /// What nobody could ever read is not stored: no biometry is enrolled, and no app gives its password. A password has
  /// no private key to use.
  func usable(_ access: AccessControl, _ itemClass: ItemClass) throws(KeychainStatus) {
    guard access.isMetByPasscode else { throw .authFailed }
    guard itemClass == .genericPassword || itemClass == .internetPassword else { return }
    if access.constraints == .privateKeyUsage { throw .authFailed }
  }
}
