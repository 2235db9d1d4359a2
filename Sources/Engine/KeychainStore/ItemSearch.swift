// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel

/// A query that passed every check, in the store's terms.
struct ItemSearch: Sendable {
  let itemClass: ItemClass
  let reference: PersistentReference?
  /// What attributes must be, converted. The group, synchronisation, tombstones and accessibility have fields of
  /// their own; an access control does not select.
  let conditions: ItemAttributes
  /// What the item's access group may be; of an identity, the key's.
  let groups: AccessGroupList
  /// What the group of an identity's certificate may be, whichever its key is in.
  let certificateGroups: AccessGroupList
  /// All that the caller may read, whichever of them the query names.
  let callersGroups: AccessGroupList
  let synchronizable: SynchronizableFilter
  let isTombstone: Bool
  let accessible: Accessibility?
  let options: RequestOptions

  /// Whether a decoded item is what was asked for: its own word, not that of the columns it was found by.
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

  /// `kSecMatchHostOrSubdomainOfHost`: case counts.
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
  /// As far as it is about one half of an identity; itself for any other class.
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
  /// An absent attribute of the primary key is found by an empty value; any other absent one by none.
  fileprivate var absentValue: AttributeValue? { isPrimaryKey ? emptyValue : nil }
}
