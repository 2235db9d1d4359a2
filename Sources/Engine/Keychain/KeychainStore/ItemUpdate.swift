// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import ProtectionModel

/// Changes that passed every check, for items of one class.
struct ItemUpdate: Sendable {
  private let itemClass: ItemClass
  private let attributes: ItemAttributes
  private let accessible: Accessibility?
  private let access: AccessControl?
  private let data: SecretData?

  /// Refuses attributes that no update may set. Checked before anything else.
  static func reserved(_ changes: ItemChanges) throws(KeychainStatus) {
    let attributes = changes.attributes
    guard attributes[.appClip] == nil, attributes[.sharingGroup] == nil else { throw .param }
  }

  init(
    _ changes: ItemChanges, for itemClass: ItemClass, by caller: KeychainCaller, _ authorizer: any ItemAuthorizer
  ) throws(KeychainStatus) {
    if let defect = changes.defect { throw defect }
    let checks = RequestChecks(caller: caller)
    try checks.constraintsDoNotSynchronize(changes.attributes)
    guard changes.data?.count ?? 0 <= KeychainLimits.secret else { throw .param }
    var attributes = try checks.converted(changes.attributes, for: itemClass)
    guard attributes[.tokenID] == nil else { throw .param }
    try NewItem.synchronizable(&attributes)
    try checks.appClip(attributes)
    try checks.entitlements(attributes)
    if let group = attributes[.accessGroup]?.string, !caller.groups.mayWrite(group) { throw .missingEntitlement }
    accessible = attributes[.accessible]?.string.flatMap(Accessibility.init(rawValue:))
    if let control = attributes[.accessControl]?.accessControl {
      access = try checks.usable(control, itemClass, authorizer)
    } else {
      access = nil
    }
    for kept in [.accessible, .accessControl, .tombstone, .modificationDate] as [ItemAttribute] {
      attributes[kept] = nil
    }
    self.itemClass = itemClass
    self.attributes = attributes
    data = changes.data
  }

  /// The item after the update. A new `kSecAttrAccessible` without an access control replaces the whole access control,
  /// so the item loses its constraints.
  func applied(to item: ItemContents, now: Double) throws(KeychainStatus) -> ItemContents {
    var changed = item
    changed.attributes.merge(attributes) { _, new in new }
    if let access = access ?? accessible.map({ AccessControl($0) }) { changed.access = access }
    if let data { changed.data = data }
    if item.isOfEnclave {
      guard access == nil, accessible == nil, data == nil, AccessGroupList.same(changed.group, item.group) else {
        throw .param
      }
    }
    guard changed.access.constraints == nil || !changed.isSynchronizable else { throw .param }
    changed.date(modified: max(now, item.modificationDate + 0.001))
    return changed
  }
}

extension ItemContents {
  private static let enclave = AttributeValue.string("com.apple.setoken")

  /// Whether this is a key of the enclave. Its protection, its group and its material are bound to it and cannot change.
  var isOfEnclave: Bool { attributes[.tokenID]?.comparedBytes == Self.enclave.comparedBytes }

  /// Whether an item is stored in the group that can use it: a key of the enclave signs only for the group that it was
  /// made in.
  var isInItsGroup: Bool {
    guard isOfEnclave, let data, let key = data.withBytes({ EnclaveKey(encoded: $0) }),
      let purpose = EnclaveKeyPurpose(of: key)
    else { return true }
    return AccessGroupList.same(purpose.group, group)
  }
}
