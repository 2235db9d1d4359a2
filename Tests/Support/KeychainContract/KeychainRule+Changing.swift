// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import ProtectionModelTesting

// MARK: - SecItemUpdate (table 2.5)

extension KeychainRule {
  static let updating: [KeychainRule] = [
    KeychainRule("Update: all matches are changed") { place in
      for account in ["a", "b", "c"] { try place.app.add(.genericPassword, [.account: .string(account)], "x") }
      try place.app.update(.genericPassword, [:], to: [.label: "l"], data: "y")
      let found = try place.app.find(.genericPassword, [.label: "l"], .data, limit: .all)
      try expectEqual(found.map(\.text), ["y", "y", "y"], "items")
    },
    KeychainRule("Update: m_ keys and r_ keys are -50") { place in
      try place.app.add(.genericPassword, [:], "x")
      var match = RequestOptions()
      match.match.hasOthers = true
      for options in [RequestOptions(limit: .all), RequestOptions(returns: .data), match] {
        try expect(.param) {
          try place.app.update(ItemQuery(.genericPassword, options: options), with: ItemChanges([.label: "l"]))
        }
      }
      try expectEqual(try place.app.count(.genericPassword, [.label: "l"]), 0, "changed items")
    },
    KeychainRule("Update: what is wrong with the changes is the answer") { place in
      try place.app.add(.genericPassword, [:], "x")
      try expect(.noSuchAttribute) {
        try place.app.update(ItemQuery(.genericPassword), with: ItemChanges(defect: .noSuchAttribute))
      }
      try expect(.noSuchAttribute) { try place.app.update(.genericPassword, [:], to: [.server: "s"]) }
    },
    KeychainRule("Update: a group that is not allowed is -34018") { place in
      try place.app.add(.genericPassword, [:], "x")
      for group in ["other", "com.apple.token"] {
        try expect(.missingEntitlement) {
          try place.app.update(.genericPassword, [:], to: [.accessGroup: .string(group)])
        }
      }
    },
    KeychainRule("Update: no changes succeed if something matches, and date it") { place in
      try expect(.itemNotFound) { try place.app.update(.genericPassword, [:], to: [:]) }
      try place.app.add(.genericPassword, [:], "x")
      let before = try place.app.find(.genericPassword, [:], .attributes).first?.attributes?[.modificationDate]?.date
      try place.app.update(.genericPassword, [:], to: [:])
      let after = try place.app.find(.genericPassword, [:], .attributes).first?.attributes?[.modificationDate]?.date
      try expect(after ?? 0 > before ?? 0, "later")
    },
    KeychainRule("Update: no match is -25300") { place in
      try place.app.add(.genericPassword, [.account: "a"], "x")
      try expect(.itemNotFound) { try place.app.update(.genericPassword, [.account: "b"], to: [.label: "l"]) }
    },
    KeychainRule("Update: the primary key of another item is -25299") { place in
      try place.app.add(.genericPassword, [.account: "a"], "x")
      try place.app.add(.genericPassword, [.account: "b"], "y")
      try expect(.duplicateItem) { try place.app.update(.genericPassword, [.account: "a"], to: [.account: "b"]) }
      try expectEqual(try place.app.text(.genericPassword, [.account: "b"]), "y", "other")
    },
    KeychainRule("Update: on failure nothing is changed") { place in
      for account in ["a", "b", "c"] { try place.app.add(.genericPassword, [.account: .string(account)], "x") }
      try expect(.duplicateItem) { try place.app.update(.genericPassword, [:], to: [.account: "d"], data: "y") }
      try expectEqual(try place.app.count(.genericPassword, [.account: "d"]), 0, "changed")
      let found = try place.app.find(.genericPassword, [:], .data, limit: .all)
      try expectEqual(found.map(\.text), ["x", "x", "x"], "data")
    },
    KeychainRule("Update: the primary key of an undecodable row is taken over") { place in
      try place.app.add(.genericPassword, [.account: "dead", .accessible: "akpu"], "x")
      try place.app.add(.genericPassword, [.account: "a"], "y")
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try place.app.update(.genericPassword, [.account: "a"], to: [.account: "dead"])
      try expectEqual(try place.app.text(.genericPassword, [.account: "dead"]), "y", "data")
      try expectEqual(try place.app.count(.genericPassword), 1, "items")
    },
    KeychainRule("Update: an undecodable row counts as none") { place in
      try place.app.add(.genericPassword, [.accessible: "akpu"], "x")
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try expect(.itemNotFound) { try place.app.update(.genericPassword, [:], to: [.label: "l"]) }
      try expect(.itemNotFound) { try place.app.delete(.genericPassword, [:]) }
    },
    KeychainRule("Update: data can be replaced, and given to an item without") { place in
      try place.app.add(.genericPassword, [:])
      try place.app.update(.genericPassword, [:], to: [:], data: "x")
      try expectEqual(try place.app.text(.genericPassword, [:]), "x", "given")
      try place.app.update(.genericPassword, [:], to: [.label: "l"])
      try expectEqual(try place.app.text(.genericPassword, [:]), "x", "kept")
      try place.app.update(.genericPassword, [:], to: [:], data: "")
      try expectEqual(try place.app.text(.genericPassword, [:]), "", "emptied")
    },
    KeychainRule("Update: pdmn moves the item to another class") { place in
      try place.app.add(.genericPassword, [:], "x")
      try place.app.update(.genericPassword, [:], to: [.accessible: "ck"])
      place.keys.move(to: .locked)
      try expectEqual(try place.app.text(.genericPassword, [.accessible: "ck"]), "x", "while locked")
    },
    KeychainRule("Update: pdmn alone takes constraints away") { place in
      try place.app.add(.genericPassword, [.accessControl: AccessControl.passcode()], "x")
      try place.app.update(.genericPassword, [:], to: [.accessible: "ak"])
      let asked = place.person.timesAsked
      try expect(asked > 0, "authenticated for the change")
      try expectEqual(try place.app.text(.genericPassword, [:]), "x", "data")
      try expectEqual(place.person.timesAsked, asked, "not asked again")
    },
    KeychainRule("Update: the access control of an ordinary item may be changed") { place in
      try place.app.add(.genericPassword, [:], "x")
      try place.app.update(.genericPassword, [:], to: [.accessControl: AccessControl.passcode()])
      try expectEqual(try place.app.text(.genericPassword, [:]), "x", "data")
      try expectEqual(place.person.timesAsked, 1, "asked")
    },
    KeychainRule("Update: the protection and the material of an enclave key are -50") { place in
      try place.app.add(.key, [.tokenID: "com.apple.setoken"], "wrapped")
      for changes in [[.accessible: "ck"], [.accessControl: AccessControl.passcode()]] as [ItemAttributes] {
        try expect(.param) { try place.app.update(.key, [:], to: changes) }
      }
      try expect(.param) { try place.app.update(.key, [:], to: [:], data: "other") }
      try place.app.update(.key, [:], to: [.label: "l"])
    },
    KeychainRule("Update: an enclave key stays in its group, or -50") { place in
      try place.app.add(.key, [.tokenID: "com.apple.setoken"], "wrapped")
      try expect(.param) { try place.app.update(.key, [:], to: [.accessGroup: "team.shared"]) }
      try place.app.update(.key, [:], to: [.accessGroup: "team.app", .label: "l"])
      try expectEqual(try place.app.text(.key, [.accessGroup: "team.app", .label: "l"]), "wrapped", "there")
    },
    KeychainRule("Add: an enclave key in another group than its own is -50") { place in
      let purpose = EnclaveKeyPurpose(AccessControl(.whenUnlocked), group: "team.app")
      let key = EnclaveKey(
        wrapped: try place.keys.makeKey(.keychainWhenUnlocked).wrapped, binding: purpose?.binding ?? [],
        publicKey: [UInt8](repeating: 4, count: EnclaveKey.publicKeySize),
        sealed: [UInt8](repeating: 0, count: EnclaveKey.sealedSize))
      func add(_ more: ItemAttributes) throws(KeychainStatus) {
        let data = key.map { SecretData(copying: $0.encoded.span) }
        _ = try place.app.add(
          ItemAddition(.key, more.merging([.tokenID: "com.apple.setoken"]) { $1 }, data: data))
      }
      try expect(.param) { try add([.accessGroup: "team.shared"]) }
      try add([.accessGroup: "team.app"])
    },
    KeychainRule("Update: tkid is -50") { place in
      try place.app.add(.key, [:], "x")
      try expect(.param) { try place.app.update(.key, [:], to: [.tokenID: "other"]) }
    },
    KeychainRule("Update: any part of the primary key may change") { place in
      try place.app.add(.internetPassword, [.server: "a"], "x")
      try place.app.update(
        .internetPassword, [:], to: [.server: "b", .port: 1, .path: "/", .accessGroup: "team.shared"])
      try expectEqual(try place.app.text(.internetPassword, [.server: "b", .port: 1]), "x", "found")
      try place.app.add(.internetPassword, [.server: "a"], "y")
    },
  ]

  // MARK: - SecItemDelete (table 2.6)

  static let deleting: [KeychainRule] = [
    KeychainRule("Delete: all matches are deleted") { place in
      for account in ["a", "b", "c"] { try place.app.add(.genericPassword, [.account: .string(account)], "x") }
      try place.app.add(.internetPassword, [:], "y")
      try place.app.delete(.genericPassword, [:])
      try expectEqual(try place.app.count(.genericPassword), 0, "passwords")
      try expectEqual(try place.app.count(.internetPassword), 1, "other class")
    },
    KeychainRule("Delete: any limit and other m_ keys are -50") { place in
      try place.app.add(.genericPassword, [:], "x")
      var match = RequestOptions()
      match.match.hasOthers = true
      for options in [
        RequestOptions(limit: .one), RequestOptions(limit: .count(2)), RequestOptions(limit: .all), match,
      ] {
        try expect(.param) { try place.app.delete(ItemQuery(.genericPassword, options: options)) }
      }
      try expectEqual(try place.app.count(.genericPassword), 1, "items")
    },
    KeychainRule("Delete: r_ keys are ignored") { place in
      try place.app.add(.genericPassword, [:], "x")
      try place.app.delete(ItemQuery(.genericPassword, options: RequestOptions(returns: .all)))
    },
    KeychainRule("Delete: nothing deleted is -25300") { place in
      try expect(.itemNotFound) { try place.app.delete(.genericPassword, [:]) }
      try place.app.add(.genericPassword, [:], "x")
      try place.app.delete(.genericPassword, [:])
      try expect(.itemNotFound) { try place.app.delete(.genericPassword, [:]) }
    },
    KeychainRule("Delete: a row that does not decode is deleted") { place in
      try place.app.add(.genericPassword, [.accessible: "akpu"], "x")
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try place.app.delete(.genericPassword, [:])
    },
    KeychainRule("Delete: a protected item is deleted without a prompt") { place in
      try place.app.add(.genericPassword, [.accessControl: AccessControl.passcode()], "x")
      place.person.will(.no)
      try place.app.delete(.genericPassword, [:])
      try expectEqual(place.person.timesAsked, 0, "asked")
    },
    KeychainRule("Delete: works while nothing can be read") { place in
      for state in [LockState.locked, .beforeFirstUnlock] {
        place.keys.move(to: .unlocked)
        for name in ["ak", "ck", "dk"] {
          try place.app.add(.genericPassword, [.account: .string(name), .accessible: .string(name)], "x")
        }
        place.keys.move(to: state)
        try place.app.delete(.genericPassword, [:])
        try expect(.itemNotFound) { try place.app.find(.genericPassword, [:]) }
      }
    },
  ]
}
