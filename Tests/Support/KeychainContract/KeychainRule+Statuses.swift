// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import ProtectionModelTesting

// MARK: - Which error is heard of (the order of checks in section 2.7)

extension KeychainRule {
  static let statuses: [KeychainRule] = [
    KeychainRule("order, Add: clip before the empty list, the list before parsing") { place in
      let nobody = try place.caller([])
      try expect(.param) { try nobody.add(.genericPassword, [.appClip: true], "x") }
      try expect(.missingEntitlement) { try nobody.add(nil, [:], "x") }
    },
    KeychainRule("order, Add: parsing before the group, the group before the app clip, that before the entitlement") {
      place in
      let clip = try place.caller(["team.clip", "team.other"], .isAppClip)
      try expect(.param) { try clip.add(.genericPassword, [.accessGroup: "foreign", .accessible: "zz"], "x") }
      try expect(.missingEntitlement) { try clip.add(.genericPassword, [.accessGroup: "foreign"], "x") }
      try expect(.restricted) {
        try clip.add(.genericPassword, [.accessGroup: "team.other", .sharingGroup: "g"], "x")
      }
    },
    KeychainRule("order, Add: entitlements before encryption, encryption before uniqueness") { place in
      try place.app.add(.genericPassword, [:], "x")
      place.keys.move(to: .locked)
      try expect(.missingEntitlement) { try place.app.add(.genericPassword, [.sharingGroup: "g"], "x") }
      try expect(.interactionNotAllowed) { try place.app.add(.genericPassword, [:], "x") }
    },
    KeychainRule("order, CopyMatching: parsing before the group, the group before unsupported matches") { place in
      try expect(.noSuchAttribute) {
        try place.app.find(.genericPassword, [.accessGroup: "foreign", .server: "x"])
      }
      try expect(.missingEntitlement) {
        try place.app.find(.genericPassword, [.accessGroup: "foreign"]) { $0.match.issuers = [[1]] }
      }
    },
    KeychainRule("order, CopyMatching: unsupported matches before a reference with attributes, both before rows") {
      place in
      let reference = try place.app.reference(.genericPassword, [.account: "a"])
      var options = RequestOptions()
      options.match.issuers = [[1]]
      try expect(.unimplemented) {
        _ = try place.app.find(
          ItemQuery(.genericPassword, [.account: "a"], persistentReference: reference, options: options))
      }
      place.keys.move(to: .locked)
      try expect(.param) { _ = try place.app.find(reference, nil, [], [.account: "a"]) }
    },
    KeychainRule("order, Update and Delete: the group before parsing, parsing before match keys") { place in
      let wrong: ItemAttributes = [.accessGroup: "foreign", .server: "x"]
      try expect(.missingEntitlement) { try place.app.update(.genericPassword, wrong, to: [:]) }
      try expect(.missingEntitlement) { try place.app.delete(.genericPassword, wrong) }
      let limited = ItemQuery(.genericPassword, [.server: "x"], options: RequestOptions(limit: .one))
      try expect(.noSuchAttribute) { try place.app.delete(limited) }
      try expect(.noSuchAttribute) { try place.app.update(limited, with: ItemChanges()) }
    },
    KeychainRule("order, Update: match keys before the new group, that before the rows") { place in
      let limited = ItemQuery(.genericPassword, options: RequestOptions(limit: .one))
      try expect(.param) { try place.app.update(limited, with: ItemChanges([.accessGroup: "foreign"])) }
      try expect(.missingEntitlement) { try place.app.update(.genericPassword, [:], to: [.accessGroup: "foreign"]) }
    },
    KeychainRule("app clip: a foreign group and synchronisation are -34020") { place in
      let clip = try place.caller(["team.clip", "team.other"], .isAppClip)
      try clip.add(.genericPassword, [:], "x")
      try expect(.restricted) { try clip.add(.genericPassword, [.synchronizable: true], "x") }
      try expect(.restricted) { try clip.find(.genericPassword, [.synchronizable: "syna"]) }
      try expect(.restricted) { try clip.find(.genericPassword, [.accessGroup: "team.other"]) }
      try expect(.restricted) { try clip.update(.genericPassword, [:], to: [.accessGroup: "team.other"]) }
      try expectEqual(try clip.count(.genericPassword, [.accessGroup: "team.clip"]), 1, "its own")
    },
  ]

  // MARK: - Access groups (table 3.2)

  static let groups: [KeychainRule] = [
    KeychainRule("groups: an empty list is -34018 in any of the four") { place in
      let nobody = try place.caller([])
      try expect(.missingEntitlement) { try nobody.add(.genericPassword, [:], "x") }
      try expect(.missingEntitlement) { try nobody.find(.genericPassword, [:]) }
      try expect(.missingEntitlement) { try nobody.update(.genericPassword, [:], to: [:]) }
      try expect(.missingEntitlement) { try nobody.delete(.genericPassword, [:]) }
    },
    KeychainRule("groups: the tokens' group alone finds nothing and may not write") { place in
      let holder = try place.caller(["com.apple.token"])
      try expect(.itemNotFound) { try holder.find(.genericPassword, [:]) }
      try expect(.missingEntitlement) { try holder.add(.genericPassword, [:], "x") }
      try expect(.missingEntitlement) { try holder.update(.genericPassword, [:], to: [:]) }
      try expect(.missingEntitlement) { try holder.delete(.genericPassword, [:]) }
    },
    KeychainRule("groups: another explicit group is -34018 in any call") { place in
      let foreign: ItemAttributes = [.accessGroup: "foreign"]
      try expect(.missingEntitlement) { try place.app.add(.genericPassword, foreign, "x") }
      try expect(.missingEntitlement) { try place.app.find(.genericPassword, foreign) }
      try expect(.missingEntitlement) { try place.app.update(.genericPassword, foreign, to: [:]) }
      try expect(.missingEntitlement) { try place.app.delete(.genericPassword, foreign) }
    },
    KeychainRule("groups: an item of another group is -25300 without agrp") { place in
      try place.caller(["foreign"]).add(.genericPassword, [:], "x")
      try expect(.itemNotFound) { try place.app.find(.genericPassword, [:]) }
      try expect(.itemNotFound) { try place.app.update(.genericPassword, [:], to: [:]) }
      try expect(.itemNotFound) { try place.app.delete(.genericPassword, [:]) }
    },
    KeychainRule("groups: a query without agrp finds the items of every group of the list") { place in
      try place.app.add(.genericPassword, [.accessGroup: "team.app"], "x")
      try place.app.add(.genericPassword, [.accessGroup: "team.shared"], "y")
      try expectEqual(try place.app.find(.genericPassword, [:], .data, limit: .all).map(\.text), ["x", "y"], "both")
      try expectEqual(try place.app.text(.genericPassword, [.accessGroup: "team.shared"]), "y", "one")
    },
    KeychainRule("groups: another app sees what it shares a group for") { place in
      try place.app.add(.genericPassword, [.accessGroup: "team.app"], "x")
      try place.app.add(.genericPassword, [.accessGroup: "team.shared"], "y")
      let other = try place.caller(["other.app", "team.shared"])
      try expectEqual(try other.find(.genericPassword, [:], .data, limit: .all).map(\.text), ["y"], "shared")
      try other.delete(.genericPassword, [:])
      try expectEqual(try place.app.find(.genericPassword, [:], .data, limit: .all).map(\.text), ["x"], "left")
    },
    KeychainRule("groups: an update moves an item, and collides with one that is there") { place in
      try place.app.add(.genericPassword, [.account: "a"], "x")
      try place.app.update(.genericPassword, [:], to: [.accessGroup: "team.shared"])
      try expectEqual(try place.app.text(.genericPassword, [.accessGroup: "team.shared"]), "x", "moved")
      try place.app.add(.genericPassword, [.account: "a"], "y")
      try expect(.duplicateItem) {
        try place.app.update(.genericPassword, [.accessGroup: "team.app"], to: [.accessGroup: "team.shared"])
      }
    },
    KeychainRule("groups: names are compared byte by byte, without a hierarchy") { place in
      try place.caller(["team"]).add(.genericPassword, [:], "x")
      for group in ["Team", "team.app", "tea", "team.", "t\u{EB}am"] {
        try expect(.itemNotFound) { try place.caller([group]).find(.genericPassword, [:]) }
      }
    },
    KeychainRule("groups: there may be very many") { place in
      try place.app.add(.genericPassword, [:], "x")
      let many = try place.caller((0..<2000).map { "group.\($0)" } + ["team.app"])
      try expectEqual(try many.text(.genericPassword, [:]), "x", "found")
    },
  ]
}
