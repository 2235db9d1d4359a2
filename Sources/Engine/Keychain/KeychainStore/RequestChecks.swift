// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import X509Certificates

/// The checks of every call. Their order decides which of several errors a caller gets.
struct RequestChecks: Sendable {
  let caller: KeychainCaller

  // MARK: - Before anything is parsed

  /// The app clip flag is set by the platform only, and an item shared with a group of people does not synchronise.
  func reserved(_ attributes: ItemAttributes) throws(KeychainStatus) {
    guard attributes[.appClip] == nil else { throw .param }
    guard attributes[.sharingGroup] == nil || attributes[.synchronizable] == nil else { throw .param }
  }

  func anyGroup() throws(KeychainStatus) {
    guard !caller.groups.isEmpty else { throw .missingEntitlement }
  }

  // MARK: - Parsing

  /// The class of the query, given or taken from its persistent reference.
  func itemClass(
    _ given: ItemClass?, _ reference: PersistentReference?
  ) throws(KeychainStatus) -> ItemClass {
    guard let itemClass = given ?? reference?.itemClass else { throw .param }
    guard reference == nil || reference?.itemClass == itemClass else { throw .noSuchClass }
    return itemClass
  }

  /// The attributes in the types of their columns. An attribute that the class does not have is an error.
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

  /// An issuer's whole name in the stored form: normalised, and without its outer SEQUENCE. A subject is stored as given.
  static func kept(_ value: AttributeValue, of attribute: ItemAttribute) -> AttributeValue {
    guard attribute == .issuer, case .data(let bytes) = value, let name = try? DistinguishedName(bytes.span) else {
      return value
    }
    return .data(name.normalizedContent)
  }

  /// `kSecAttrAccessible` and `kSecAttrAccessControl` must not contradict each other.
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

  /// The groups in which a call may change items. The attribute is read before it is known to be well-formed, because a
  /// missing entitlement is reported first.
  func writableGroups(_ attributes: ItemAttributes) throws(KeychainStatus) -> AccessGroupList {
    guard !caller.groups.isReadOnly || caller.groups.isUnlimited else { throw .missingEntitlement }
    guard let value = attributes[.accessGroup], let group = AttributeType.string.converting(value)?.string else {
      return caller.groups.isUnlimited ? caller.groups : caller.groups.writable
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

  /// An app clip may use its own group only, and none of its items synchronises.
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

  /// An item with constraints does not synchronise.
  func constraintsDoNotSynchronize(_ attributes: ItemAttributes) throws(KeychainStatus) {
    guard attributes[.accessControl]?.accessControl?.constraints != nil, let flag = attributes[.synchronizable] else {
      return
    }
    if SynchronizableFilter(flag) == .only(true) { throw .param }
  }

  /// The access control as it is stored. Refuses an item that nobody could ever read: no finger is enrolled, no app password can
  /// be given, and a password is not a private key that could be used.
  func usable(
    _ access: AccessControl, _ itemClass: ItemClass, _ authorizer: any ItemAuthorizer
  ) throws(KeychainStatus) -> AccessControl {
    let bound = try authorizer.binding(access)
    let isPassword = itemClass == .genericPassword || itemClass == .internetPassword
    if isPassword, access.constraints == .privateKeyUsage { throw .authFailed }
    return bound
  }
}
