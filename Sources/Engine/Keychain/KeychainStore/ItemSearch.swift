// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel

/// A query that passed every check, in the store's terms.
struct ItemSearch: Sendable {
  let itemClass: ItemClass
  let reference: PersistentReference?
  /// The values that attributes must have, converted. The group, synchronisation, tombstones and accessibility have
  /// fields of their own. An access control does not select items.
  let conditions: ItemAttributes
  /// The access groups to search; for an identity, those of its key.
  let groups: AccessGroupList
  /// The access groups to search for an identity's certificate, which may differ from its key's.
  let certificateGroups: AccessGroupList
  /// All groups that the caller may read, whichever of them the query names.
  let callersGroups: AccessGroupList
  let synchronizable: SynchronizableFilter
  let isTombstone: Bool
  let accessible: Accessibility?
  let options: RequestOptions

  /// Whether a decrypted item matches the search. The columns it was found by are not authenticated, so its sealed
  /// attributes decide.
  func accepts(_ item: ItemContents) -> Bool {
    guard item.isTombstone == isTombstone, groups.mayRead(item.group) else { return false }
    if let accessible, item.access.protection != accessible { return false }
    if case .only(let flag) = synchronizable, flag != item.isSynchronizable { return false }
    return accepts(item.attributes) && acceptsHost(item.attributes)
  }

  private func accepts(_ attributes: ItemAttributes) -> Bool {
    let schema = ItemSchema.of(itemClass)
    return conditions.allSatisfy { attribute, value in
      guard let column = schema[attribute] else { return false }
      return (attributes[attribute] ?? column.absentValue)?.hasBytes(of: value) ?? false
    }
  }

  /// `kSecMatchHostOrSubdomainOfHost`, which compares case-sensitively.
  private func acceptsHost(_ attributes: ItemAttributes) -> Bool {
    guard let host = options.match.hostOrSubdomain else { return true }
    let server = attributes[.server]?.comparedBytes ?? []
    let wanted = Array(host.utf8)
    guard server.count > wanted.count else { return server == wanted }
    return server.suffix(wanted.count).elementsEqual(wanted)
      && server[server.count - wanted.count - 1] == UInt8(ascii: ".")
  }
}

extension ItemSearch {
  /// The part of a search for identities that applies to one half; the search itself for any other class.
  func half(_ half: ItemClass) -> ItemSearch {
    guard itemClass == .identity else { return self }
    let isCertificate = half == .certificate
    var terms = conditions.filter { $0.key.selectsOnCertificate == isCertificate }
    if !isCertificate {
      terms[.isPrivate] = 1
      terms[.keyClass] = 1
    }
    return ItemSearch(
      itemClass: half, reference: isCertificate ? reference : nil, conditions: terms,
      groups: isCertificate ? certificateGroups : groups, certificateGroups: certificateGroups,
      callersGroups: callersGroups,
      synchronizable: isCertificate ? .any : synchronizable, isTombstone: isTombstone,
      accessible: isCertificate ? nil : accessible, options: options)
  }
}

extension AttributeColumn {
  /// An absent attribute of the primary key matches an empty value. Any other absent attribute matches no value.
  fileprivate var absentValue: AttributeValue? { isPrimaryKey ? emptyValue : nil }
}
