// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// Checks a call against the one before it.
struct CallSequence {
  private let before: WrittenCall
  private let result: CallDiagnosis
  private let call: WrittenCall

  init(_ before: WrittenCall, _ result: CallDiagnosis, _ call: WrittenCall) {
    self.before = before
    self.result = result
    self.call = call
  }

  var pitfalls: [Pitfall] {
    var found: [Pitfall] = []
    // The status that the call before has answered, or the predicted one where it is not written down.
    let status = before.status ?? result.status.map { Int64($0) }
    switch (before.kind, call.kind, status) {
    case (.find, .delete, Self.locked): found.append(.deletionAfterLocked)
    case (.find, .add, Self.locked): found.append(.additionAfterLocked)
    case (.find, .add, _):
      let others = result.pitfalls.compactMap { if case .notPartOfPrimaryKey(let names) = $0 { names } else { nil } }
      if let names = others.first { found.append(.additionAfterMiss(names)) }
    case (.delete, .add, _) where isSameItem: found.append(.deletionBeforeAddition)
    default: break
    }
    if isReused { found.append(.dictionaryReused) }
    return found
  }

  private static let locked: Int64? = Int64(KeychainStatus.interactionNotAllowed.rawValue)

  private var isSameItem: Bool {
    let one = ReadDictionary(before.query)
    let other = ReadDictionary(call.query)
    guard let itemClass = other.itemClass, one.itemClass == itemClass else { return false }
    return itemClass.ownPrimaryKey.allSatisfy {
      one.attributes[$0] == nil || one.attributes[$0] == other.attributes[$0]
    }
  }

  /// Keys that mean nothing in this call came with it from the one before.
  private var isReused: Bool {
    guard before.kind != call.kind, before.query.allSatisfy({ call.query.contains($0) }) else { return false }
    let keys = ReadDictionary(call.query).keys
    return keys.contains { [.returns, .match].contains(QueryKeyKind($0)) }
      || call.kind == .find && keys.contains(QueryKey.valueData.rawValue)
  }
}
