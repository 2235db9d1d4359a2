// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// The second dictionary of `SecItemUpdate`: attributes and data, and nothing else.
struct ReadChanges {
  private(set) var attributes: ItemAttributes = [:]
  private(set) var pitfalls: [Pitfall] = []

  init(_ members: [WrittenValue.Member], of itemClass: ItemClass?) {
    if members.count > KeychainLimits.keys { pitfalls.append(.tooManyKeys) }
    // Read like a query; which keys are allowed is checked here.
    let read = ReadDictionary(members)
    attributes = read.attributes
    for key in read.keys where !Self.mayChange(key) { pitfalls.append(.notAnAttribute(key: key)) }
    let own = ["unknownKey", "wrongValue", "contradictoryProtection", "unknownAccessible", "objectNotWritten"]
    pitfalls += read.pitfalls.filter { own.contains($0.name) && !pitfalls.mentions($0.keys) }
    guard let itemClass else { return }
    for (attribute, value) in attributes {
      pitfalls += ReadDictionary.pitfalls(attribute, value, itemClass)
    }
    pitfalls += meaning(itemClass)
  }

  var accessible: Accessibility? { attributes[.accessible]?.string.flatMap(Accessibility.init(rawValue:)) }

  private static func mayChange(_ key: String) -> Bool {
    QueryKeyKind(key) == .attribute || [.valueData, .valueRef].contains(QueryKey(rawValue: key))
  }

  private func meaning(_ itemClass: ItemClass) -> [Pitfall] {
    var found: [Pitfall] = []
    let key = Set(itemClass.ownPrimaryKey + [.accessGroup, .synchronizable])
    if attributes.keys.contains(where: key.contains) { found.append(.primaryKeyChanges) }
    if attributes[.accessControl] != nil, itemClass == .key { found.append(.accessControlOfEnclaveKey) }
    if attributes[.accessible] != nil { found.append(.replacesConstraints) }
    if attributes[.sharingGroup] != nil { found.append(.refusedAttribute(.sharingGroup)) }
    if attributes[.synchronizable] == SynchronizableFilter.anyValue { found.append(.synchronizableAny) }
    return found
  }
}

extension [Pitfall] {
  fileprivate func mentions(_ keys: [String]) -> Bool { contains { !Set($0.keys).isDisjoint(with: keys) } }
}
