// SPDX-License-Identifier: Apache-2.0
import DERCoding
import KeychainModel

/// How requests and items differ for file-based keychains, as Apple's table of the differences on macOS lists it.
enum FileRules {
  /// Attributes that file-based keychains do not have: those about protection, sharing and synchronisation.
  private static let unknown: Set<ItemAttribute> = [
    .accessGroup, .accessible, .accessControl, .synchronizable, .tokenID, .sharingGroup, .syncViewHint, .tombstone,
    .appClip,
  ]

  /// Removes the attributes that file-based keychains do not have, and those of other classes, which they ignore.
  private static func plain(_ attributes: ItemAttributes, _ itemClass: ItemClass?) -> ItemAttributes {
    guard let itemClass else { return attributes }
    let schema = ItemSchema.of(itemClass)
    return attributes.filter { !unknown.contains($0.key) && schema[$0.key] != nil }
  }

  private static func plain(_ options: RequestOptions) -> RequestOptions {
    var options = options
    if options.defect == .noSuchAttribute { options.defect = nil }
    options.kind = .dataProtection
    return options
  }

  static func plain(_ addition: ItemAddition) -> ItemAddition {
    var addition = addition
    addition.attributes = plain(addition.attributes, addition.itemClass)
    addition.options = plain(addition.options)
    (addition.options.match, addition.options.limit) = (MatchFilters(), nil)
    return addition
  }

  static func plain(_ query: ItemQuery) -> ItemQuery {
    var query = query
    query.attributes = plain(query.attributes, query.itemClass ?? query.persistentReference?.itemClass)
    query.options = plain(query.options)
    if query.persistentReference != nil { query.attributes = [:] }
    // The store normalises whole issuers itself, but takes a subject as given.
    if case .data(let bytes) = query.attributes[.subject], let content = content(of: bytes) {
      query.attributes[.subject] = .data(content)
    }
    return query
  }

  static func plain(_ changes: ItemChanges, of itemClass: ItemClass) -> ItemChanges {
    var changes = changes
    changes.attributes = plain(changes.attributes, itemClass)
    if changes.defect == .noSuchAttribute { changes.defect = nil }
    return changes
  }

  /// A result as file-based keychains return it: without the attributes they do not have, and with names as whole
  /// structures.
  static func asOfFile(_ result: ItemResult) -> ItemResult {
    var result = result
    result.attributes = result.attributes.map { attributes in
      var attributes = attributes.filter { !unknown.contains($0.key) }
      for name in names {
        if case .data(let content) = attributes[name], !content.isEmpty { attributes[name] = .data(sequence(content)) }
      }
      return attributes
    }
    return result
  }

  /// The names of certificates, which the store keeps without their outer SEQUENCE.
  private static let names: [ItemAttribute] = [.issuer, .subject]

  /// The contents of a SEQUENCE; nil for bytes that are not one.
  private static func content(of structure: [UInt8]) -> [UInt8]? {
    var cursor = DERCursor(structure.span)
    guard let element = try? cursor.next(.sequence, in: structure.span), (try? cursor.finish()) != nil else {
      return nil
    }
    return Array(structure[element.content])
  }

  private static func sequence(_ content: [UInt8]) -> [UInt8] {
    var writer = DERWriter(capacity: content.count + 8)
    writer.append(.sequence, content.span)
    return writer.bytes()
  }
}
