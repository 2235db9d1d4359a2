// SPDX-License-Identifier: Apache-2.0
import KeychainModel

// MARK: - The checks of each call, in its order

extension ItemSearch {
  init(finding query: ItemQuery, by caller: KeychainCaller) throws(KeychainStatus) {
    let checks = RequestChecks(caller: caller)
    try checks.reserved(query.attributes)
    try checks.anyGroup()
    let (itemClass, attributes) = try Self.parse(query, checks)
    let groups = try checks.readableGroup(attributes)
    try checks.appClip(attributes)
    try checks.entitlements(attributes)
    try query.options.match.support(itemClass)
    guard query.persistentReference == nil || query.attributes.isEmpty else { throw .param }
    try self.init(query, itemClass, attributes, groups, of: caller, certificates: caller.groups)
  }

  init(updating query: ItemQuery, by caller: KeychainCaller) throws(KeychainStatus) {
    try self.init(changing: query, by: caller, certificates: .allWritable)
    guard query.options.returns.isEmpty, !query.options.hasMatchKeys else { throw .param }
  }

  init(deleting query: ItemQuery, by caller: KeychainCaller) throws(KeychainStatus) {
    try self.init(changing: query, by: caller, certificates: .ofTheQuery)
    guard !query.options.hasMatchKeys else { throw .param }
  }

  /// The groups in which an identity's certificate may be: every group that the caller may write, or those of the
  /// query.
  private enum CertificateGroups { case allWritable, ofTheQuery }

  private init(
    changing query: ItemQuery, by caller: KeychainCaller, certificates scope: CertificateGroups
  ) throws(KeychainStatus) {
    let checks = RequestChecks(caller: caller)
    guard query.options.authentication.prompt != .skip else { throw .param }
    try checks.reserved(query.attributes)
    try checks.anyGroup()
    let groups = try checks.writableGroups(query.attributes)
    let (itemClass, attributes) = try Self.parse(query, checks)
    try checks.appClip(attributes)
    try checks.entitlements(attributes)
    if let reference = query.persistentReference, reference.isLegacy {
      guard query.attributes.isEmpty else { throw .param }
    }
    let certificates = scope == .allWritable ? try checks.writableGroups([:]) : groups
    try self.init(query, itemClass, attributes, groups, of: caller, certificates: certificates)
  }

  private static func parse(
    _ query: ItemQuery, _ checks: RequestChecks
  ) throws(KeychainStatus) -> (ItemClass, ItemAttributes) {
    if let defect = query.options.defect { throw defect }
    let itemClass = try checks.itemClass(query.itemClass, query.persistentReference)
    return (itemClass, try checks.converted(query.attributes, for: itemClass))
  }

  private init(
    _ query: ItemQuery, _ itemClass: ItemClass, _ attributes: ItemAttributes, _ groups: AccessGroupList,
    of caller: KeychainCaller, certificates certificateGroups: AccessGroupList
  ) throws(KeychainStatus) {
    var conditions = ItemAttributes(minimumCapacity: attributes.count)
    var flag: AttributeValue?
    var tombstone: Int64 = 0
    var accessible: String?
    for (attribute, value) in attributes {
      switch attribute {
      case .synchronizable: flag = value
      case .tombstone: tombstone = value.number ?? 0
      case .accessible: accessible = value.string
      case .accessControl, .accessGroup: break
      default: if !query.isOfObject || !attribute.saysWhatAKeyMayDo { conditions[attribute] = value }
      }
    }
    self.itemClass = itemClass
    reference = query.persistentReference
    self.conditions = conditions
    self.groups = groups
    self.certificateGroups = certificateGroups
    callersGroups = caller.groups
    synchronizable = try Self.filter(flag, query.persistentReference)
    isTombstone = tombstone != 0
    self.accessible = accessible.flatMap(Accessibility.init(rawValue:))
    options = query.options
  }

  /// A persistent reference names an item whether it synchronises or not. Other queries without the attribute mean items
  /// that do not synchronise.
  private static func filter(
    _ flag: AttributeValue?, _ reference: PersistentReference?
  ) throws(KeychainStatus) -> SynchronizableFilter {
    guard let flag else { return reference == nil ? .only(false) : .any }
    guard let filter = SynchronizableFilter(flag) else { throw .param }
    return filter
  }
}

extension ItemAttribute {
  /// Attributes that a key object has and that the stored key need not match.
  fileprivate var saysWhatAKeyMayDo: Bool {
    switch self {
    case .isPermanent, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover,
      .canVerifyRecover, .canWrap, .canUnwrap:
      true
    default: false
    }
  }
}

extension MatchFilters {
  /// Checks a match key against a class. Where it does not apply, some keys are errors and others have no effect.
  fileprivate func support(_ itemClass: ItemClass) throws(KeychainStatus) {
    guard issuers?.count ?? 0 <= KeychainLimits.issuers else { throw .param }
    if hostOrSubdomain != nil, itemClass != .internetPassword { throw .unimplemented }
    guard itemClass != .certificate, itemClass != .identity else { return }
    if issuers != nil || policy != nil { throw .unimplemented }
  }
}
