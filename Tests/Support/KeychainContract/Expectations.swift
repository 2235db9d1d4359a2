// SPDX-License-Identifier: Apache-2.0
import KeychainModel

func expect(_ isTrue: Bool, _ fact: String, line: Int = #line) throws(Violation) {
  guard isTrue else { throw Violation("\(fact) (line \(line))") }
}

func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ what: String, line: Int = #line
) throws(Violation) {
  guard found == expected else { throw Violation("\(what): \(found), not \(expected) (line \(line))") }
}

/// The call must fail with this status.
func expect(
  _ status: KeychainStatus, of what: String = "the call", line: Int = #line, _ call: () throws -> Void
) throws {
  do {
    try call()
  } catch let error as KeychainStatus {
    guard error == status else { throw Violation("\(what): \(error), not \(status) (line \(line))") }
    return
  }
  throw Violation("\(what) succeeded, which should be \(status) (line \(line))")
}

// MARK: - Calls in few words

extension KeychainService {
  @discardableResult func add(
    _ itemClass: ItemClass?, _ attributes: ItemAttributes, _ data: String? = nil, _ returns: ReturnSelection = []
  ) throws(KeychainStatus) -> ItemResult? {
    try add(
      ItemAddition(
        itemClass, attributes, data: data.map { SecretData(copying: Array($0.utf8).span) },
        options: RequestOptions(returns: returns)))
  }

  @discardableResult func find(
    _ itemClass: ItemClass?, _ attributes: ItemAttributes, _ returns: ReturnSelection = [], limit: MatchLimit? = nil,
    _ adjust: (inout RequestOptions) -> Void = { _ in }
  ) throws(KeychainStatus) -> [ItemResult] {
    var options = RequestOptions(returns: returns, limit: limit)
    adjust(&options)
    return try find(ItemQuery(itemClass, attributes, options: options))
  }

  /// How many items there are like this; -25300 counts as none.
  func count(_ itemClass: ItemClass, _ attributes: ItemAttributes = [:]) throws(KeychainStatus) -> Int {
    do {
      return try find(itemClass, attributes, limit: .all).count
    } catch .itemNotFound {
      return 0
    }
  }

  func update(
    _ itemClass: ItemClass?, _ attributes: ItemAttributes, to changes: ItemAttributes, data: String? = nil
  ) throws(KeychainStatus) {
    try update(
      ItemQuery(itemClass, attributes),
      with: ItemChanges(changes, data: data.map { SecretData(copying: Array($0.utf8).span) }))
  }

  func delete(_ itemClass: ItemClass?, _ attributes: ItemAttributes) throws(KeychainStatus) {
    try delete(ItemQuery(itemClass, attributes))
  }

  /// The data of the one item like this.
  func text(_ itemClass: ItemClass, _ attributes: ItemAttributes) throws -> String? {
    try find(itemClass, attributes, .data).first?.text
  }

  /// A new item's reference.
  func reference(
    _ itemClass: ItemClass, _ attributes: ItemAttributes, _ data: String? = "x"
  ) throws -> PersistentReference {
    guard let reference = try add(itemClass, attributes, data, .persistentReference)?.persistentReference else {
      throw Violation("no reference")
    }
    return reference
  }

  func find(
    _ reference: PersistentReference, _ itemClass: ItemClass? = nil, _ returns: ReturnSelection = [],
    _ attributes: ItemAttributes = [:]
  ) throws(KeychainStatus) -> [ItemResult] {
    try find(
      ItemQuery(itemClass, attributes, persistentReference: reference, options: RequestOptions(returns: returns)))
  }
}

extension ItemResult {
  var text: String? { data?.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) } }
}

extension AccessControl {
  /// One that wants a passcode.
  static func passcode(_ protection: Accessibility = .whenUnlocked) -> AttributeValue {
    .accessControl(AccessControl(protection, constraints: .devicePasscode) ?? AccessControl(protection))
  }
}
