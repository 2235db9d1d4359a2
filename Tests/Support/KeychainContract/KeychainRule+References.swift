// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import ProtectionModelTesting

// MARK: - Persistent references (table 7)

extension KeychainRule {
  static let references: [KeychainRule] = [
    KeychainRule("persistent reference: survives every update") { place in
      let reference = try place.app.reference(.genericPassword, [.account: "a"])
      let changes: [ItemAttributes] = [
        [.account: "b"], [.accessGroup: "team.shared"], [.accessible: "ck"], [.label: "l"], [.synchronizable: true],
      ]
      for change in changes {
        try place.app.update(ItemQuery(nil, persistentReference: reference), with: ItemChanges(change))
        try expectEqual(try place.app.find(reference, nil, .data).first?.text, "x", "\(change)")
      }
    },
    KeychainRule("persistent reference: a deletion and a new item make a new one") { place in
      let old = try place.app.reference(.genericPassword, [.account: "a"])
      try place.app.delete(.genericPassword, [:])
      let new = try place.app.reference(.genericPassword, [.account: "a"])
      try expect(old != new, "another reference")
      try expect(.itemNotFound) { _ = try place.app.find(old) }
    },
    KeychainRule("persistent reference: of a deleted item is -25300 in every call") { place in
      let reference = try place.app.reference(.genericPassword, [:])
      try place.app.delete(.genericPassword, [:])
      try expect(.itemNotFound) { _ = try place.app.find(reference) }
      let query = ItemQuery(nil, persistentReference: reference)
      try expect(.itemNotFound) { try place.app.update(query, with: ItemChanges([.label: "l"])) }
      try expect(.itemNotFound) { try place.app.delete(query) }
    },
    KeychainRule("persistent reference: a class that differs is -25306, attributes in CopyMatching are -50") { place in
      let reference = try place.app.reference(.genericPassword, [:])
      try expect(.noSuchClass) { _ = try place.app.find(reference, .internetPassword) }
      for attributes in [[.label: "l"], [.accessGroup: "team.app"], [.synchronizable: 0]] as [ItemAttributes] {
        try expect(.param) { _ = try place.app.find(reference, nil, [], attributes) }
      }
    },
    KeychainRule("persistent reference: an item that synchronises keeps it over its tombstone") { place in
      let item: ItemAttributes = [.account: "a", .synchronizable: true]
      let old = try place.app.reference(.genericPassword, item)
      try place.app.delete(.genericPassword, item)
      let new = try place.app.reference(.genericPassword, item, "y")
      try expectEqual(new, old, "reference")
      try expectEqual(try place.app.find(new, nil, .data).first?.text, "y", "data")
    },
    KeychainRule("persistent reference: needs no class, and may have the right one") { place in
      let reference = try place.app.reference(.internetPassword, [.server: "s"])
      try expectEqual(try place.app.find(reference).count, 1, "without")
      try expectEqual(try place.app.find(reference, .internetPassword).count, 1, "with")
    },
    KeychainRule("persistent reference: finds an item that synchronises") { place in
      let reference = try place.app.reference(.genericPassword, [.synchronizable: true])
      try expectEqual(try place.app.find(reference, nil, .data).first?.text, "x", "data")
    },
    KeychainRule("persistent reference: of a foreign group is -25300") { place in
      let reference = try place.caller(["foreign"]).reference(.genericPassword, [:])
      try expect(.itemNotFound) { _ = try place.app.find(reference) }
      try expect(.itemNotFound) { try place.app.delete(ItemQuery(nil, persistentReference: reference)) }
    },
    KeychainRule("persistent reference: while locked is -25308") { place in
      let reference = try place.app.reference(.genericPassword, [:])
      place.keys.move(to: .locked)
      try expect(.interactionNotAllowed) { _ = try place.app.find(reference) }
    },
    KeychainRule("persistent reference: with attributes in Update and Delete both conditions apply") { place in
      let reference = try place.app.reference(.genericPassword, [.account: "a"])
      let wrong = ItemQuery(nil, [.account: "b"], persistentReference: reference)
      try expect(.itemNotFound) { try place.app.update(wrong, with: ItemChanges()) }
      try expect(.itemNotFound) { try place.app.delete(wrong) }
      let right = ItemQuery(nil, [.account: "a"], persistentReference: reference)
      try place.app.update(right, with: ItemChanges())
      try place.app.delete(right)
    },
    KeychainRule("persistent reference of old: finds its row, and is -50 with attributes") { place in
      try place.app.add(.genericPassword, [.account: "a"], "x")
      let rows = (1...3).map { PersistentReference(.genericPassword, row: $0) }
      let found = rows.compactMap { try? place.app.find($0, nil, .data).first?.text }
      try expectEqual(found, ["x"], "by row")
      let wrong = ItemQuery(nil, [.account: "a"], persistentReference: rows[0])
      try expect(.param) { try place.app.update(wrong, with: ItemChanges()) }
      try expect(.param) { try place.app.delete(wrong) }
      try expect(.param) { _ = try place.app.find(wrong) }
    },
  ]

  // MARK: - Synchronisation and tombstones (table 8)

  private static let synchronizing: ItemAttributes = [.account: "a", .synchronizable: true]
  private static let tombstones: ItemAttributes = [.synchronizable: true, .tombstone: true]

  static let synchronization: [KeychainRule] = [
    KeychainRule("sync: is part of the primary key") { place in
      try place.app.add(.genericPassword, [.account: "a"], "x")
      try place.app.add(.genericPassword, synchronizing, "y")
      try expect(.duplicateItem) { try place.app.add(.genericPassword, synchronizing, "z") }
    },
    KeychainRule("sync: a deletion leaves a tombstone without data that only a query for it sees") { place in
      try place.app.add(.genericPassword, synchronizing.merging([.label: "l"]) { $1 }, "x")
      try place.app.delete(.genericPassword, synchronizing)
      try expectEqual(try place.app.count(.genericPassword, [.synchronizable: "syna"]), 0, "items")
      let found = try place.app.find(.genericPassword, tombstones, [.attributes, .data]).first
      try expectEqual(found?.attributes?[.account], "a", "account")
      try expect(found?.data == nil && found?.attributes?[.label] == nil, "nothing else")
    },
    KeychainRule("sync: a deletion of what does not synchronise leaves nothing") { place in
      try place.app.add(.genericPassword, [.account: "a"], "x")
      try place.app.delete(.genericPassword, [:])
      try expectEqual(try place.app.count(.genericPassword, [.tombstone: true]), 0, "tombstones")
    },
    KeychainRule("sync: another primary key leaves a tombstone of the old one") { place in
      try place.app.add(.genericPassword, synchronizing, "x")
      try place.app.update(.genericPassword, synchronizing, to: [.account: "b"])
      let found = try place.app.find(.genericPassword, tombstones, .attributes, limit: .all)
      try expectEqual(found.map { $0.attributes?[.account] }, ["a"], "tombstones")
    },
    KeychainRule("sync: an update that keeps the primary key leaves none") { place in
      try place.app.add(.genericPassword, synchronizing, "x")
      try place.app.update(.genericPassword, synchronizing, to: [.label: "l"], data: "y")
      try expectEqual(try place.app.count(.genericPassword, tombstones), 0, "tombstones")
    },
    KeychainRule("sync: true to false leaves a tombstone") { place in
      try place.app.add(.genericPassword, synchronizing, "x")
      try place.app.update(.genericPassword, synchronizing, to: [.synchronizable: false])
      try expectEqual(try place.app.count(.genericPassword, tombstones), 1, "tombstones")
      try expectEqual(try place.app.text(.genericPassword, [:]), "x", "item")
    },
    KeychainRule("sync: kSecUseTombstones overrides") { place in
      try place.app.add(.genericPassword, synchronizing, "x")
      try place.app.delete(
        ItemQuery(.genericPassword, synchronizing, options: RequestOptions(useTombstones: false)))
      try expectEqual(try place.app.count(.genericPassword, tombstones), 0, "none")
      try place.app.add(.genericPassword, [.account: "b"], "x")
      try place.app.delete(ItemQuery(.genericPassword, options: RequestOptions(useTombstones: true)))
      try expectEqual(try place.app.count(.genericPassword, [.tombstone: true]), 1, "one")
    },
    KeychainRule("sync: Add over a tombstone succeeds") { place in
      try place.app.add(.genericPassword, synchronizing, "x")
      try place.app.delete(.genericPassword, synchronizing)
      try place.app.add(.genericPassword, synchronizing, "y")
      try expectEqual(try place.app.text(.genericPassword, synchronizing), "y", "data")
      try expectEqual(try place.app.count(.genericPassword, tombstones), 0, "tombstones")
    },
    KeychainRule("sync: an update onto a tombstone replaces it") { place in
      try place.app.add(.genericPassword, synchronizing, "x")
      try place.app.delete(.genericPassword, synchronizing)
      try place.app.add(.genericPassword, [.account: "b", .synchronizable: true], "y")
      try place.app.update(.genericPassword, [.account: "b", .synchronizable: true], to: [.account: "a"])
      try expectEqual(try place.app.text(.genericPassword, synchronizing), "y", "data")
    },
    KeychainRule("sync: a row that is locked leaves no tombstone") { place in
      try place.app.add(.genericPassword, synchronizing, "x")
      place.keys.move(to: .locked)
      try place.app.delete(.genericPassword, synchronizing)
      place.keys.move(to: .unlocked)
      try expectEqual(try place.app.count(.genericPassword, tombstones), 0, "tombstones")
    },
    KeychainRule("sync: a tombstone is deleted for good") { place in
      try place.app.add(.genericPassword, synchronizing, "x")
      try place.app.delete(.genericPassword, synchronizing)
      try place.app.delete(.genericPassword, tombstones)
      try expectEqual(try place.app.count(.genericPassword, tombstones), 0, "tombstones")
    },
  ]
}
