// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import ProtectionModelTesting

// MARK: - SecItemAdd (table 2.2)

extension KeychainRule {
  static let adding: [KeychainRule] = [
    KeychainRule("Add: no group at all is -34018, before parsing") { place in
      let nobody = try place.caller([])
      try expect(.missingEntitlement) { try nobody.add(.genericPassword, [:], "x") }
      try expect(.missingEntitlement) { try nobody.add(.genericPassword, [.server: "wrong"], "x") }
    },
    KeychainRule("Add: parse errors come before a group that is not allowed") { place in
      try expect(.noSuchAttribute) { try place.app.add(.genericPassword, [.server: "x", .accessGroup: "other"], "x") }
    },
    KeychainRule("Add: a group not in the list, or the tokens' group, is -34018") { place in
      try expect(.missingEntitlement) { try place.app.add(.genericPassword, [.accessGroup: "other"], "x") }
      let holder = try place.caller(["team.app", "com.apple.token"])
      try expect(.missingEntitlement) { try holder.add(.genericPassword, [.accessGroup: "com.apple.token"], "x") }
    },
    KeychainRule("Add: without agrp the item is in element 0") { place in
      try place.app.add(.genericPassword, [:], "x")
      let found = try place.app.find(.genericPassword, [:], .attributes).first?.attributes
      try expectEqual(found?[.accessGroup], "team.app", "group")
    },
    KeychainRule("Add: a persistent reference is -50") { place in
      let reference = try place.app.reference(.genericPassword, [:])
      for reference in [reference, PersistentReference(.genericPassword, row: 1)] {
        var addition = ItemAddition(.genericPassword, [.account: "b"])
        addition.persistentReference = reference
        try expect(.param) { _ = try place.app.add(addition) }
      }
      try expectEqual(try place.app.count(.genericPassword), 1, "items")
    },
    KeychainRule("Add: nothing is returned unless asked for") { place in
      try expect(try place.app.add(.genericPassword, [:], "x") == nil, "nothing")
      let all = try place.app.add(.genericPassword, [.account: "b"], "y", .all)
      try expectEqual(all?.text, "y", "data")
      try expectEqual(all?.attributes?[.account], "b", "attributes")
      try expectEqual(all?.attributes?[.accessible], "ak", "class")
      try expectEqual(
        try place.app.find(all?.persistentReference ?? PersistentReference(.key, row: 0)).count, 1, "reference")
      try expect(all?.attributes?[.multiUser] == nil && all?.attributes?[.tombstone] == nil, "internal attributes")
    },
    KeychainRule("Add: a duplicate is -25299 and the old item is untouched") { place in
      try place.app.add(.genericPassword, [.account: "a", .label: "old"], "old")
      try expect(.duplicateItem) { try place.app.add(.genericPassword, [.account: "a", .label: "new"], "new") }
      try expectEqual(try place.app.text(.genericPassword, [.account: "a", .label: "old"]), "old", "data")
    },
    KeychainRule("Add: a duplicate while locked is -25308") { place in
      try place.app.add(.genericPassword, [:], "x")
      place.keys.move(to: .locked)
      try expect(.interactionNotAllowed) { try place.app.add(.genericPassword, [:], "y") }
    },
    KeychainRule("Add: over an undecodable row the new item takes its place") { place in
      try place.app.add(.genericPassword, [.accessible: "akpu"], "old")
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try place.app.add(.genericPassword, [.accessible: "ak"], "new")
      try expectEqual(try place.app.text(.genericPassword, [:]), "new", "data")
    },
    KeychainRule("Add: akpu without a passcode is -25291") { place in
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try expect(.notAvailable) { try place.app.add(.genericPassword, [.accessible: "akpu"], "x") }
      try expectEqual(try place.app.count(.genericPassword), 0, "items")
    },
    KeychainRule("Add: match keys are -50, and nothing is stored") { place in
      try expect(.param) {
        _ = try place.app.add(ItemAddition(.genericPassword, options: RequestOptions(limit: .one)))
      }
      var options = RequestOptions()
      options.match.hasOthers = true
      try expect(.param) { _ = try place.app.add(ItemAddition(.genericPassword, options: options)) }
      try expectEqual(try place.app.count(.genericPassword), 0, "items")
    },
    KeychainRule("Add: a password with nothing but PrivateKeyUsage is -25293") { place in
      guard let control = AccessControl(.whenUnlocked, constraints: .privateKeyUsage) else { return }
      try expect(.authFailed) {
        try place.app.add(.genericPassword, [.accessControl: .accessControl(control)], "x")
      }
      try place.app.add(.key, [.accessControl: .accessControl(control)], "x")
    },
    KeychainRule("Add: data of no bytes is data, and no data is none") { place in
      try place.app.add(.genericPassword, [.account: "empty"], "")
      try place.app.add(.genericPassword, [.account: "none"])
      try expectEqual(try place.app.text(.genericPassword, [.account: "empty"]), "", "empty")
      try expectEqual(try place.app.text(.genericPassword, [.account: "none"]), nil, "none")
    },
    KeychainRule("Add: the enclave's silence is -25291, and nothing is stored") { place in
      try place.app.add(.genericPassword, [:], "x")
      place.keys.disconnect()
      try expect(.notAvailable) { try place.app.add(.genericPassword, [.account: "b"], "x") }
      try expect(.notAvailable) { try place.app.find(.genericPassword, [:]) }
      place.keys.move(to: .unlocked)
      try expectEqual(try place.app.count(.genericPassword), 1, "items")
    },
  ]
}
