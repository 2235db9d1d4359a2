// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// The rules by which one call reads its dictionaries.
struct CallRules {
  private let kind: CallKind
  private let read: ReadDictionary
  private let changes: ReadChanges?
  private let context: DiagnosisContext

  init(_ kind: CallKind, _ read: ReadDictionary, _ changes: ReadChanges?, _ context: DiagnosisContext) {
    self.kind = kind
    self.read = read
    self.changes = changes
    self.context = context
  }

  var pitfalls: [Pitfall] {
    var found = read.pitfalls + (changes?.pitfalls ?? []) + groups
    if kind != .find, read.options.authentication.prompt == .skip { found.append(.skipOutsideFind) }
    switch kind {
    case .find: found += finding
    case .add: found += adding
    case .update: found += changing + returns.map { .returnKey($0) }
    case .delete: found += changing + returns.map { .ignoredReturn(key: $0) }
    }
    return found
  }

  private var itemClass: ItemClass? { read.itemClass ?? read.reference?.itemClass }
  private var returns: [String] { read.keys.filter { QueryKeyKind($0) == .returns } }
  private var matchKeys: [String] { read.keys.filter { QueryKeyKind($0) == .match } }

  // MARK: - Groups

  private var groups: [Pitfall] {
    guard let names = context.groups else { return [] }
    let list = AccessGroupList(names)
    guard !list.isEmpty else { return [.noGroups] }
    if kind != .find, list.isReadOnly, !list.isUnlimited { return [.readOnlyGroup] }
    let asked = [read.attributes[.accessGroup], changes?.attributes[.accessGroup]].compactMap {
      $0.flatMap { AttributeType.string.converting($0)?.string }
    }
    let wrong = asked.compactMap { group -> Pitfall? in
      if !list.mayRead(group) { return .groupNotInList(group) }
      return kind != .find && !list.mayWrite(group) ? .readOnlyGroup : nil
    }
    guard wrong.isEmpty, asked.isEmpty, kind == .add, let standard = list.standard else { return wrong }
    return [.standardGroup(standard)]
  }

  // MARK: - Searching

  private var finding: [Pitfall] {
    var found = selecting
    if read.reference != nil, !read.attributes.isEmpty { found.append(.referenceWithAttributes) }
    if read.hasData { found.append(.dataDoesNotSelect) }
    if read.options.limit == nil, read.reference == nil { found.append(.limitOne(matching: nil)) }
    guard let itemClass else { return found }
    let match = read.options.match
    if match.hostOrSubdomain != nil, itemClass != .internetPassword {
      found.append(.unsupportedMatch(key: QueryKey.matchHostOrSubdomainOfHost.rawValue))
    }
    if itemClass != .certificate, itemClass != .identity {
      if match.issuers != nil { found.append(.unsupportedMatch(key: QueryKey.matchIssuers.rawValue)) }
      if match.policy != nil { found.append(.unsupportedMatch(key: QueryKey.matchPolicy.rawValue)) }
      for key in [QueryKey.matchValidOnDate, .matchTrustedOnly, .matchEmailAddressIfPresent]
      where read.keys.contains(key.rawValue) {
        found.append(.noEffect(key: key.rawValue))
      }
    }
    return found
  }

  /// The pitfalls of a search by attributes, in all calls that search.
  private var selecting: [Pitfall] {
    guard let itemClass, read.reference == nil else { return [] }
    var found: [Pitfall] = []
    let key = Set(itemClass.ownPrimaryKey)
    let others = read.attributes.keys.filter {
      !key.contains($0) && $0.isOfItsItem && ItemSchema.of(itemClass)[$0] != nil
    }
    if !others.isEmpty, read.attributes.keys.contains(where: key.contains) {
      found.append(.notPartOfPrimaryKey(others))
    }
    if read.attributes[.accessible] != nil { found.append(.accessibleSelects) }
    if read.attributes[.accessControl] != nil { found.append(.accessControlDoesNotSelect) }
    if read.attributes[.synchronizable] == nil { found.append(.onlyNotSynchronizing) }
    if itemClass == .identity { found.append(.identityIsTwoItems) }
    if read.attributes[.subject]?.data?.first == 0x30 { found.append(.subjectWithSequence) }
    return found
  }

  // MARK: - Changing

  private var changing: [Pitfall] {
    var found = selecting + matchKeys.map { .matchKey($0) }
    if read.hasData { found.append(.dataDoesNotSelect) }
    if read.reference == nil { found.append(.everyMatch(matching: nil)) }
    if let reference = read.reference, reference.isLegacy, !read.attributes.isEmpty {
      found.append(.referenceWithAttributes)
    }
    return found
  }

  private var adding: [Pitfall] {
    var found: [Pitfall] = matchKeys.map { .matchKey($0) }
    if read.reference != nil { found.append(.wrongValue(key: QueryKey.valuePersistentRef.rawValue)) }
    let attributes = read.attributes
    if attributes[.synchronizable] == SynchronizableFilter.anyValue { found.append(.synchronizableAny) }
    guard let itemClass else { return found }
    let synchronizes = attributes[.synchronizable].flatMap { SynchronizableFilter($0) } == .only(true)
    let accessible = attributes[.accessible]?.string.flatMap(Accessibility.init(rawValue:))
    if synchronizes, accessible?.isThisDeviceOnly ?? false { found.append(.synchronizesThisDeviceOnly) }
    if synchronizes, attributes[.accessControl] != nil { found.append(.constraintsSynchronize) }
    if accessible == .whenPasscodeSetThisDeviceOnly, context.hasPasscode == false { found.append(.needsPasscode) }
    if itemClass == .identity { found.append(.identityIsTwoItems) }
    if (itemClass == .certificate || itemClass == .key) && read.hasData && !read.hasObject { found.append(.rawObject) }
    if (itemClass == .genericPassword || itemClass == .internetPassword) && !read.hasObject {
      let empty = itemClass.namingAttributes.filter { attributes[$0] == nil }
      if !empty.isEmpty { found.append(.emptyPrimaryKey(empty)) }
    }
    return found
  }

  // MARK: - Which comes first

  /// The status of the check that comes first in the call's order.
  static func first(_ pitfalls: [Pitfall], _ kind: CallKind) -> KeychainStatus? {
    pitfalls.filter { $0.status != nil }.min { $0.position(in: kind) < $1.position(in: kind) }?.status
  }
}

extension Pitfall {
  /// The place of the pitfall's check in the order of a call's checks.
  fileprivate func position(in kind: CallKind) -> Int {
    switch self {
    case .skipOutsideFind, .constraintsSynchronize: 0
    case .refusedAttribute: 1
    case .noGroups: 2
    case .groupNotInList, .readOnlyGroup: kind == .update || kind == .delete ? 3 : 5
    case .matchKey, .returnKey, .unsupportedMatch, .referenceWithAttributes: 7
    case .entitledAttribute: 6
    case .needsPasscode: 8
    default: 4
    }
  }
}

extension ItemAttribute {
  /// Whether the attribute describes the item itself rather than how it is kept.
  fileprivate var isOfItsItem: Bool {
    switch self {
    case .accessGroup, .accessible, .accessControl, .synchronizable, .tombstone, .syncViewHint, .tokenID, .multiUser,
      .appClip, .sharingGroup:
      false
    default: true
    }
  }
}

extension ItemClass {
  /// The attributes that programs give to tell items apart.
  fileprivate var namingAttributes: [ItemAttribute] {
    switch self {
    case .genericPassword: [.account, .service]
    case .internetPassword: [.account, .server]
    case .certificate, .key, .identity: []
    }
  }
}
