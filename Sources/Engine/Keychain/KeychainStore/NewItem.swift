// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel

/// An addition that passed every check: the item to store, without its dates.
struct NewItem: Sendable {
  let itemClass: ItemClass
  let contents: ItemContents

  init(
    _ addition: ItemAddition, by caller: KeychainCaller, _ authorizer: any ItemAuthorizer
  ) throws(KeychainStatus) {
    let checks = RequestChecks(caller: caller)
    guard addition.options.authentication.prompt != .skip else { throw .param }
    try checks.constraintsDoNotSynchronize(addition.attributes)
    try checks.reserved(addition.attributes)
    try checks.anyGroup()
    if let defect = addition.options.defect { throw defect }
    let itemClass = try checks.itemClass(addition.itemClass, addition.persistentReference)
    guard itemClass != .identity, addition.data?.count ?? 0 <= KeychainLimits.secret else { throw .param }
    var attributes = try checks.converted(addition.attributes, for: itemClass)
    try Self.synchronizable(&attributes)
    attributes[.accessGroup] = .string(try checks.groupOfNew(attributes))
    try checks.appClip(attributes)
    guard addition.persistentReference == nil, !addition.options.hasMatchKeys else { throw .param }
    try checks.entitlements(attributes)
    let access = try checks.usable(Self.access(attributes, itemClass), itemClass, authorizer)
    self.itemClass = itemClass
    contents = ItemContents(attributes, access, of: itemClass, data: addition.data)
    guard addition.attributes[.accessGroup] == nil || contents.isInItsGroup else { throw .param }
  }

  /// Makes the flag 0 or 1. `kSecAttrSynchronizableAny` is an error for a new item.
  static func synchronizable(_ attributes: inout ItemAttributes) throws(KeychainStatus) {
    guard let flag = attributes[.synchronizable] else { return }
    guard case .only(let synchronizes) = SynchronizableFilter(flag) else { throw .param }
    attributes[.synchronizable] = synchronizes ? 1 : 0
  }

  private static func access(_ attributes: ItemAttributes, _ itemClass: ItemClass) -> AccessControl {
    if let control = attributes[.accessControl]?.accessControl { return control }
    let named = attributes[.accessible]?.string.flatMap(Accessibility.init(rawValue:))
    return AccessControl(named ?? .standard(for: itemClass))
  }
}
