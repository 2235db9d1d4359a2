// SPDX-License-Identifier: Apache-2.0
import KeychainModel

// MARK: - Dictionaries (table 2.1)

extension KeychainRule {
  static let queries: [KeychainRule] = [
    KeychainRule("an attribute unknown to the class is -25303 in every call") { place in
      for (itemClass, attribute) in Self.foreign {
        let wrong: ItemAttributes = [attribute: "x"]
        try expect(.noSuchAttribute, of: "add") { try place.app.add(itemClass, wrong, "x") }
        try expect(.noSuchAttribute, of: "find") { try place.app.find(itemClass, wrong) }
        try expect(.noSuchAttribute, of: "update") { try place.app.update(itemClass, wrong, to: [:]) }
        try expect(.noSuchAttribute, of: "delete") { try place.app.delete(itemClass, wrong) }
      }
    },
    KeychainRule("no class and no persistent reference is -50") { place in
      try expect(.param, of: "add") { try place.app.add(nil, [:], "x") }
      try expect(.param, of: "find") { try place.app.find(nil, [:]) }
      try expect(.param, of: "update") { try place.app.update(nil, [:], to: [:]) }
      try expect(.param, of: "delete") { try place.app.delete(nil, [:]) }
    },
    KeychainRule("a class that contradicts the persistent reference is -25306") { place in
      let reference = try place.app.reference(.genericPassword, [:])
      try expect(.noSuchClass, of: "find") { _ = try place.app.find(reference, .internetPassword) }
      try expect(.noSuchClass, of: "delete") {
        try place.app.delete(ItemQuery(.internetPassword, persistentReference: reference))
      }
      try expect(.noSuchClass, of: "update") {
        try place.app.update(ItemQuery(.internetPassword, persistentReference: reference), with: ItemChanges())
      }
    },
    KeychainRule("what was wrong with the dictionary is the answer") { place in
      for defect in [KeychainStatus.noSuchAttribute, .noSuchClass, .param] {
        try expect(defect, of: "find") { try place.app.find(.genericPassword, [:]) { $0.defect = defect } }
        let options = RequestOptions(defect: defect)
        try expect(defect, of: "add") { _ = try place.app.add(ItemAddition(.genericPassword, options: options)) }
        try expect(defect, of: "delete") { try place.app.delete(ItemQuery(.genericPassword, options: options)) }
        try expect(defect, of: "update") {
          try place.app.update(ItemQuery(.genericPassword, options: options), with: ItemChanges())
        }
      }
    },
    KeychainRule("m_Limit: a number, One and All") { place in
      for number in 0..<5 { try place.app.add(.genericPassword, [.account: .number(Int64(number))], "x") }
      for (limit, count) in [(nil, 1), (.one, 1), (.all, 5), (.count(3), 3), (.count(9), 5)] as [(MatchLimit?, Int)] {
        try expectEqual(
          try place.app.find(.genericPassword, [:], limit: limit).count, count, "\(String(describing: limit))")
      }
    },
    KeychainRule("m_Limit: 0 finds nothing") { place in
      try place.app.add(.genericPassword, [:], "x")
      try expect(.itemNotFound) { try place.app.find(.genericPassword, [:], limit: .count(0)) }
    },
    KeychainRule("pdmn: an unknown one is -50") { place in
      for name in ["", "zz", "f", "AK", "kSecAttrAccessibleAlways"] {
        try expect(.param, of: "add \(name)") {
          try place.app.add(.genericPassword, [.accessible: .string(name)], "x")
        }
        try expect(.param, of: "find \(name)") {
          try place.app.find(.genericPassword, [.accessible: .string(name)])
        }
      }
    },
    KeychainRule("pdmn and accc that are not equal are -50") { place in
      let given: [AttributeValue] = [
        .accessControl(AccessControl(.always)), AccessControl.passcode(),
        .accessControl(AccessControl(.whenUnlocked, constraints: []) ?? AccessControl(.always)),
      ]
      for control in given {
        let attributes: ItemAttributes = [.accessible: "ak", .accessControl: control]
        try expect(.param, of: "add") { try place.app.add(.genericPassword, attributes, "x") }
      }
      try place.app.add(.genericPassword, [:], "x")
      try expect(.param, of: "update") {
        try place.app.update(
          .genericPassword, [:], to: [.accessible: "ak", .accessControl: .accessControl(AccessControl(.always))])
      }
    },
    KeychainRule("pdmn and the accc that a find returns go together") { place in
      try place.app.add(.genericPassword, [.accessible: "ck"], "x")
      let found = try place.app.find(.genericPassword, [:], .attributes).first?.attributes ?? [:]
      try expectEqual(found[.accessControl], .accessControl(AccessControl(.afterFirstUnlock)), "access control")
      try place.app.delete(.genericPassword, [:])
      try place.app.add(.genericPassword, found, "x")
      try expectEqual(
        try place.app.count(.genericPassword, found.filter { $0.key != .modificationDate && $0.key != .creationDate }),
        1, "found")
    },
    KeychainRule("everything a find returns can be given back to Update") { place in
      try place.app.add(.genericPassword, [.account: "a", .label: "l"], "x")
      let found = try place.app.find(.genericPassword, [:], .attributes).first?.attributes ?? [:]
      try place.app.update(.genericPassword, [.account: "a"], to: found)
      try expectEqual(try place.app.text(.genericPassword, [.account: "a", .label: "l"]), "x", "data")
    },
    KeychainRule("u_AuthUIS: skipping is for CopyMatching only") { place in
      let options = RequestOptions(authentication: AuthenticationChoice(prompt: .skip))
      try expect(.param, of: "add") { _ = try place.app.add(ItemAddition(.genericPassword, options: options)) }
      try expect(.param, of: "update") {
        try place.app.update(ItemQuery(.genericPassword, options: options), with: ItemChanges())
      }
      try expect(.param, of: "delete") { try place.app.delete(ItemQuery(.genericPassword, options: options)) }
    },
    KeychainRule("constraints and sync=true are -50 in Add and Update") { place in
      let both: ItemAttributes = [.accessControl: AccessControl.passcode(), .synchronizable: true]
      try expect(.param, of: "add") { try place.app.add(.genericPassword, both, "x") }
      try place.app.add(.genericPassword, [:], "x")
      try expect(.param, of: "update") { try place.app.update(.genericPassword, [:], to: both) }
    },
    KeychainRule("constraints for an item that synchronises are -50, and the other way round") { place in
      try place.app.add(.genericPassword, [.synchronizable: true], "x")
      try expect(.param, of: "constraints") {
        try place.app.update(
          .genericPassword, [.synchronizable: true], to: [.accessControl: AccessControl.passcode()])
      }
      try place.app.add(.genericPassword, [.accessControl: AccessControl.passcode()], "x")
      try expect(.param, of: "synchronisation") {
        try place.app.update(.genericPassword, [:], to: [.synchronizable: true])
      }
    },
    KeychainRule("sync=true with a ThisDeviceOnly class is taken as given") { place in
      try place.app.add(.genericPassword, [.synchronizable: true, .accessible: "aku"], "x")
      let found = try place.app.find(.genericPassword, [.synchronizable: true], .attributes).first?.attributes
      try expectEqual(found?[.accessible], "aku", "class")
    },
    KeychainRule("no sync key means sync=0") { place in
      try place.app.add(.genericPassword, [.synchronizable: true], "x")
      try expect(.itemNotFound, of: "find") { try place.app.find(.genericPassword, [:]) }
      try expect(.itemNotFound, of: "update") { try place.app.update(.genericPassword, [:], to: [.label: "l"]) }
      try expect(.itemNotFound, of: "delete") { try place.app.delete(.genericPassword, [:]) }
    },
    KeychainRule("sync = syna finds both") { place in
      try place.app.add(.genericPassword, [.synchronizable: true], "x")
      try place.app.add(.genericPassword, [:], "y")
      try expectEqual(try place.app.count(.genericPassword, [.synchronizable: "syna"]), 2, "both")
      try expectEqual(try place.app.count(.genericPassword, [.synchronizable: true]), 1, "true")
      try expectEqual(try place.app.count(.genericPassword, [.synchronizable: 0]), 1, "false")
    },
    KeychainRule("sync = syna is no value for a new item") { place in
      try expect(.param) { try place.app.add(.genericPassword, [.synchronizable: "syna"], "x") }
    },
    KeychainRule("sync of another kind is -50") { place in
      for value in ["yes", .data([1])] as [AttributeValue] {
        try expect(.param) { try place.app.find(.genericPassword, [.synchronizable: value]) }
      }
    },
    KeychainRule("clip is -50 in every call") { place in
      let clip: ItemAttributes = [.appClip: true]
      try expect(.param, of: "add") { try place.app.add(.genericPassword, clip, "x") }
      try expect(.param, of: "find") { try place.app.find(.genericPassword, clip) }
      try expect(.param, of: "update") { try place.app.update(.genericPassword, [:], to: clip) }
      try expect(.param, of: "delete") { try place.app.delete(.genericPassword, clip) }
    },
    KeychainRule("ggrp with sync, and in an update, is -50") { place in
      let sharer = try place.caller(["team.app"], .sharingGroups)
      let both: ItemAttributes = [.sharingGroup: "family", .synchronizable: true]
      try expect(.param, of: "add") { try sharer.add(.genericPassword, both, "x") }
      try expect(.param, of: "find") { try sharer.find(.genericPassword, both) }
      try expect(.param, of: "update") { try sharer.update(.genericPassword, [:], to: [.sharingGroup: "family"]) }
    },
    KeychainRule("ggrp without the entitlement is -34018") { place in
      try expect(.missingEntitlement) { try place.app.add(.genericPassword, [.sharingGroup: "family"], "x") }
      try expect(.missingEntitlement) { try place.app.find(.genericPassword, [.sharingGroup: "family"]) }
      let sharer = try place.caller(["team.app"], .sharingGroups)
      try sharer.add(.genericPassword, [.sharingGroup: "family"], "x")
      try expectEqual(try sharer.count(.genericPassword, [.sharingGroup: "family"]), 1, "found")
    },
    KeychainRule("vwht needs an entitlement") { place in
      try expect(.missingEntitlement) { try place.app.add(.genericPassword, [.syncViewHint: "home"], "x") }
      let entitled = try place.caller(["team.app"], .syncViewHints)
      try entitled.add(.genericPassword, [.syncViewHint: "home"], "x")
    },
    KeychainRule("kSecAttrIssuer: a whole name is normalized, without its outer SEQUENCE") { place in
      try place.app.add(.certificate, [.issuer: .data(Self.name(country: " gb  "))], "x")
      let found = try place.app.find(.certificate, [:], .attributes).first?.attributes
      let content = Array(Self.name(country: "GB").dropFirst(2))
      try expectEqual(found?[.issuer], .data(content), "issuer")
      for issuer in [Self.name(country: "gb"), content] {
        try expectEqual(try place.app.count(.certificate, [.issuer: .data(issuer)]), 1, "found")
        try expect(.duplicateItem) { try place.app.add(.certificate, [.issuer: .data(issuer)], "y") }
      }
      try expectEqual(try place.app.count(.certificate, [.issuer: .data([0x30, 0x80])]), 0, "no name")
    },
    KeychainRule("kSecAttrSubject: a whole name stays as it is") { place in
      let name = Self.name(country: "gb")
      try place.app.add(.certificate, [.subject: .data(name)], "x")
      let found = try place.app.find(.certificate, [:], .attributes).first?.attributes
      try expectEqual(found?[.subject], .data(name), "subject")
      try expectEqual(try place.app.count(.certificate, [.subject: .data(Array(name.dropFirst(2)))]), 0, "content")
    },
    KeychainRule("attributes have up to 1 MiB in all") { place in
      let most = String(repeating: "x", count: KeychainLimits.attributes - 100)
      let (large, label) = (AttributeValue.string(most), AttributeValue.string(String(repeating: "y", count: 100)))
      try place.app.add(.genericPassword, [.account: "me", .comment: large], "x")
      try expectEqual(try place.app.count(.genericPassword, [.comment: large]), 1, "found by it")
      let found = try place.app.find(.genericPassword, [.account: "me"], .attributes).first?.attributes
      try expectEqual(found?[.comment], large, "comment")
      try expect(.param, of: "all of them") {
        try place.app.add(.genericPassword, [.account: "you", .comment: large, .label: label], "x")
      }
    },
    KeychainRule("more than 128 keys, or more than a value may have, are -50") { place in
      let long = AttributeValue.string(String(repeating: "x", count: KeychainLimits.attribute + 1))
      try expect(.param, of: "attribute") { try place.app.add(.genericPassword, [.account: long], "x") }
      let secret = String(repeating: "x", count: KeychainLimits.secret)
      try expect(.param, of: "secret") { try place.app.add(.genericPassword, [:], secret + "x") }
      try place.app.add(.genericPassword, [:], secret)
      try expectEqual(try place.app.text(.genericPassword, [:])?.utf8.count, KeychainLimits.secret, "1 MiB")
    },
  ]

  /// DER of a name: MouseCA, as UTF8String, in a country, as PrintableString.
  private static func name(country: String) -> [UInt8] {
    func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
    func part(_ type: UInt8, _ tag: UInt8, _ text: String) -> [UInt8] {
      tagged(0x31, tagged(0x30, tagged(0x06, [0x55, 0x04, type]) + tagged(tag, Array(text.utf8))))
    }
    return tagged(0x30, part(3, 0x0C, "MouseCA") + part(6, 0x13, country))
  }

  /// Attributes of other classes.
  private static let foreign: [(ItemClass, ItemAttribute)] = [
    (.genericPassword, .server), (.genericPassword, .applicationTag), (.internetPassword, .service),
    (.internetPassword, .generic), (.certificate, .applicationTag), (.certificate, .account),
    (.certificate, .description), (.certificate, .creator), (.key, .description), (.key, .comment), (.key, .account),
  ]
}
