// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import ProtectionModelTesting

// MARK: - SecItemCopyMatching (table 2.3)

extension KeychainRule {
  static let finding: [KeychainRule] = [
    KeychainRule("CopyMatching: the default limit is one, in the order of addition") { place in
      for account in ["c", "a", "b"] { try place.app.add(.genericPassword, [.account: .string(account)], account) }
      try expectEqual(try place.app.find(.genericPassword, [:], .data).map(\.text), ["c"], "first")
      try expectEqual(
        try place.app.find(.genericPassword, [:], .data, limit: .all).map(\.text), ["c", "a", "b"], "all")
    },
    KeychainRule("CopyMatching: none found is -25300") { place in
      for itemClass in ItemClass.allCases { try expect(.itemNotFound) { try place.app.find(itemClass, [:]) } }
    },
    KeychainRule("CopyMatching: a locked row fails the whole call") { place in
      try place.app.add(.genericPassword, [.account: "a", .accessible: "ck"], "x")
      try place.app.add(.genericPassword, [.account: "b", .accessible: "ak"], "y")
      place.keys.move(to: .locked)
      try expect(.interactionNotAllowed) { try place.app.find(.genericPassword, [:], limit: .all) }
      try expectEqual(try place.app.text(.genericPassword, [:]), "x", "limit reached before")
    },
    KeychainRule("CopyMatching: an undecodable row is passed over, and gone") { place in
      try place.app.add(.genericPassword, [.account: "a", .accessible: "akpu"], "x")
      try place.app.add(.genericPassword, [.account: "b"], "y")
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try expectEqual(try place.app.find(.genericPassword, [:], .data, limit: .all).map(\.text), ["y"], "the rest")
      try expect(.itemNotFound) { try place.app.delete(.genericPassword, [.account: "a"]) }
    },
    KeychainRule("CopyMatching: a query for nothing but existence decodes as well") { place in
      try place.app.add(.genericPassword, [:], "x")
      place.keys.move(to: .locked)
      for returns in [[], .attributes, .persistentReference, .reference, .data] as [ReturnSelection] {
        try expect(.interactionNotAllowed) { try place.app.find(.genericPassword, [:], returns) }
      }
    },
    KeychainRule("CopyMatching: a persistent reference and any attribute are -50") { place in
      let reference = try place.app.reference(.genericPassword, [.label: "l"])
      let extras: [ItemAttributes] = [[.label: "l"], [.accessGroup: "team.app"], [.synchronizable: "syna"]]
      for extra in extras { try expect(.param) { _ = try place.app.find(reference, .genericPassword, [], extra) } }
    },
    KeychainRule("CopyMatching: m_Issuers and m_Policy for other than certificates are -4") { place in
      for itemClass in [ItemClass.genericPassword, .internetPassword, .key] {
        try expect(.unimplemented) { try place.app.find(itemClass, [:]) { $0.match.issuers = [[1]] } }
        try expect(.unimplemented) {
          try place.app.find(itemClass, [:]) { $0.match.policy = MatchPolicy(identifier: "1.2") }
        }
      }
    },
    KeychainRule("CopyMatching: m_HostOrSubdomainOfHost for other than internet passwords is -4") { place in
      for itemClass in [ItemClass.genericPassword, .certificate, .key, .identity] {
        try expect(.unimplemented) { try place.app.find(itemClass, [:]) { $0.match.hostOrSubdomain = "a" } }
      }
    },
    KeychainRule("CopyMatching: ValidOnDate, TrustedOnly and EmailAddress do nothing to passwords and keys") { place in
      for itemClass in [ItemClass.genericPassword, .internetPassword, .key] {
        try place.app.add(itemClass, [:], "x")
        try place.app.find(itemClass, [:]) { options in
          options.match.validOn = .now
          options.match.trustedOnly = true
          options.match.emailAddress = "a@b"
        }
      }
    },
    KeychainRule("CopyMatching: certificates are looked into, before the limit") { place in
      try place.app.add(.certificate, [.serialNumber: .data([1])], "old mail:c@d")
      try place.app.add(.certificate, [.serialNumber: .data([2])], "valid mail:a@b issuer:root")
      try place.app.add(.certificate, [.serialNumber: .data([3])], "valid trusted")
      let filters: [(String, (inout MatchFilters) -> Void, [UInt8])] = [
        ("valid", { $0.validOn = .date(1) }, [2, 3]), ("trusted", { $0.trustedOnly = true }, [3]),
        ("mail, if present", { $0.emailAddress = "a@b" }, [2, 3]),
        ("issuers", { $0.issuers = [Array("root".utf8)] }, [2]),
        ("not only trusted", { $0.trustedOnly = false }, [1, 2, 3]),
      ]
      for (name, filter, serials) in filters {
        let found = try place.app.find(.certificate, [:], .attributes, limit: .all) { filter(&$0.match) }
        try expectEqual(found.map { $0.attributes?[.serialNumber] }, serials.map { .data([$0]) }, name)
        let first = try place.app.find(.certificate, [:], .attributes) { filter(&$0.match) }
        try expectEqual(first.first?.attributes?[.serialNumber], .data([serials[0]]), name)
      }
    },
    KeychainRule("CopyMatching: issuers are those of the whole chain, as far as the caller may read it") { place in
      let middle: ItemAttributes = [.subject: .data(Array("middle".utf8)), .accessible: "ak"]
      try place.app.add(.certificate, [.serialNumber: .data([1])], "issuer:middle")
      func find(_ attributes: ItemAttributes = [.serialNumber: .data([1])]) throws(KeychainStatus) {
        try place.app.find(.certificate, attributes) { $0.match.issuers = [Array("root".utf8)] }
      }
      try place.caller(["other"]).add(.certificate, middle, "issuer:root")
      try expect(.itemNotFound) { try find() }
      try place.app.add(.certificate, middle.merging([.accessGroup: "team.shared"]) { $1 }, "issuer:root")
      try find()
      try find([.serialNumber: .data([1]), .accessGroup: "team.app"])
      place.keys.move(to: .locked)
      try expect(.interactionNotAllowed) { try find() }
    },
    KeychainRule("CopyMatching: a locked issuer vouches for nobody, and fails no search that goes without it") {
      place in
      let middle: ItemAttributes = [.subject: .data(Array("middle".utf8)), .accessible: "ak"]
      let leaf: ItemAttributes = [.serialNumber: .data([1]), .accessible: "ck"]
      try place.app.add(.certificate, leaf, "issuer:middle")
      try place.app.add(.certificate, middle.merging([.serialNumber: .data([2])]) { $1 }, "issuer:trusted")
      func find(_ filter: (inout MatchFilters) -> Void) throws(KeychainStatus) {
        try place.app.find(.certificate, leaf) { filter(&$0.match) }
      }
      try find { $0.trustedOnly = true }
      place.keys.move(to: .locked)
      try expect(.itemNotFound) { try find { $0.trustedOnly = true } }
      try expect(.interactionNotAllowed) { try find { $0.issuers = [Array("trusted".utf8)] } }
      try place.app.add(.certificate, middle.merging([.accessible: "ck"]) { $1 }, "issuer:trusted")
      try find { $0.trustedOnly = true }
      try find { $0.issuers = [Array("trusted".utf8)] }
    },
    KeychainRule("CopyMatching: m_HostOrSubdomainOfHost is the host or ends in a dot and it, case-sensitive") { place in
      let servers = ["notexample.com", "example.com", "mail.example.com", "Example.com", "com"]
      for server in servers { try place.app.add(.internetPassword, [.server: .string(server)], server) }
      let found = try place.app.find(.internetPassword, [:], .data, limit: .all) {
        $0.match.hostOrSubdomain = "example.com"
      }
      try expectEqual(found.map(\.text), ["example.com", "mail.example.com"], "all")
      let first = try place.app.find(.internetPassword, [:], .data) { $0.match.hostOrSubdomain = "example.com" }
      try expectEqual(first.map(\.text), ["example.com"], "filtered before the limit")
    },
    KeychainRule("CopyMatching: other m_ keys are ignored") { place in
      try place.app.add(.genericPassword, [:], "x")
      try place.app.find(.genericPassword, [:]) { $0.match.hasOthers = true }
    },
    KeychainRule("CopyMatching: all generic passwords of an app's groups can be listed") { place in
      for number in 0..<50 {
        let group: AttributeValue = number % 2 == 0 ? "team.app" : "team.shared"
        try place.app.add(.genericPassword, [.account: .number(Int64(number)), .accessGroup: group], "x")
      }
      try expectEqual(try place.app.find(.genericPassword, [:], .attributes, limit: .all).count, 50, "items")
    },
  ]

  // MARK: - The parts of a result (table 2.4)

  static let results: [KeychainRule] = [
    KeychainRule("results: what is not asked for is not there") { place in
      try place.app.add(.genericPassword, [:], "x")
      let parts: [(ReturnSelection, Bool, Bool, Bool)] = [
        ([], false, false, false), (.data, true, false, false), (.attributes, false, true, false),
        (.persistentReference, false, false, true), (.reference, false, true, false),
        ([.data, .attributes], true, true, false), ([.data, .persistentReference], true, false, true),
        ([.attributes, .persistentReference], false, true, true), (.all, true, true, true),
      ]
      for (returns, data, attributes, reference) in parts {
        let found = try place.app.find(.genericPassword, [:], returns).first
        try expectEqual(found?.data != nil, data, "\(returns) data")
        try expectEqual(found?.attributes != nil, attributes, "\(returns) attributes")
        try expectEqual(found?.persistentReference != nil, reference, "\(returns) reference")
        try expectEqual(found?.itemClass, .genericPassword, "class")
      }
    },
    KeychainRule("results: a reference to a key or certificate comes with its data") { place in
      for itemClass in [ItemClass.key, .certificate] {
        try place.app.add(itemClass, [:], "material")
        try expectEqual(try place.app.find(itemClass, [:], .reference).first?.text, "material", "\(itemClass)")
      }
    },
    KeychainRule("results: an item stored without data has none") { place in
      try place.app.add(.genericPassword, [:])
      try expect(try place.app.find(.genericPassword, [:], .data).first?.data == nil, "data")
    },
    KeychainRule("results: the attributes are these") { place in
      try place.app.add(.genericPassword, [.account: "a", .label: "l"], "x")
      let found = try place.app.find(.genericPassword, [:], .attributes).first?.attributes ?? [:]
      let names = ["accc", "acct", "agrp", "cdat", "labl", "mdat", "pdmn", "svce", "sync"]
      try expectEqual(found.keys.map(\.rawValue).sorted(), names, "names")
      try expectEqual(found[.synchronizable], 0, "sync")
      try expectEqual(found[.service], "", "service")
    },
  ]
}
