// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import ProtectionModelTesting

// MARK: - Operations and lock states (tables 4.3 and 4.4)

extension KeychainRule {
  static let locking: [KeychainRule] =
    matrix + [
      KeychainRule("locked: All matching one ak and one ck is -25308") { place in
        try place.app.add(.genericPassword, [.account: "a", .accessible: "ck"], "x")
        try place.app.add(.genericPassword, [.account: "b", .accessible: "ak"], "x")
        place.keys.move(to: .locked)
        try expect(.interactionNotAllowed) { try place.app.find(.genericPassword, [:], .data, limit: .all) }
      },
      KeychainRule("locked: a duplicate Add of ak is -25308") { place in
        try place.app.add(.genericPassword, [:], "x")
        place.keys.move(to: .locked)
        try expect(.interactionNotAllowed) { try place.app.add(.genericPassword, [:], "x") }
      },
      KeychainRule("locked: Add of ck with the primary key of an ak row is -25308") { place in
        try place.app.add(.genericPassword, [.accessible: "ak"], "x")
        place.keys.move(to: .locked)
        try expect(.interactionNotAllowed) { try place.app.add(.genericPassword, [.accessible: "ck"], "y") }
        place.keys.move(to: .unlocked)
        try expectEqual(try place.app.text(.genericPassword, [:]), "x", "data")
      },
      KeychainRule("locked: Update of pdmn ck to ak is -25308") { place in
        try place.app.add(.genericPassword, [.accessible: "ck"], "x")
        place.keys.move(to: .locked)
        try expect(.interactionNotAllowed) { try place.app.update(.genericPassword, [:], to: [.accessible: "ak"]) }
        try expectEqual(try place.app.text(.genericPassword, [.accessible: "ck"]), "x", "data")
      },
      KeychainRule("locked: Update of a ck query that matches nothing is -25300") { place in
        try place.app.add(.genericPassword, [.account: "a", .accessible: "ak"], "x")
        place.keys.move(to: .locked)
        try expect(.itemNotFound) {
          try place.app.update(.genericPassword, [.account: "b", .accessible: "ck"], to: [.label: "l"])
        }
      },
      KeychainRule("locked: what was locked is there again after the unlock") { place in
        try place.app.add(.genericPassword, [:], "x")
        place.keys.move(to: .locked)
        try expect(.interactionNotAllowed) { try place.app.find(.genericPassword, [:]) }
        place.keys.move(to: .unlocked)
        try expectEqual(try place.app.text(.genericPassword, [:]), "x", "data")
      },
      KeychainRule("locked: no key is made anew, before the first unlock neither") { place in
        try place.app.add(.genericPassword, [.account: "before"], "x")
        for state in [LockState.locked, .beforeFirstUnlock] {
          place.keys.move(to: state)
          try expect(.interactionNotAllowed) { try place.app.add(.genericPassword, [.account: "new"], "y") }
          try expect(.interactionNotAllowed) { try place.app.find(.genericPassword, [.account: "before"], .data) }
          place.keys.move(to: .unlocked)
          try expectEqual(try place.app.text(.genericPassword, [.account: "before"]), "x", "data")
          try expectEqual(try place.app.count(.genericPassword), 1, "items")
        }
      },
      KeychainRule("locking: between the end of grace and the loss of the keys nothing is read") { place in
        try place.app.add(.genericPassword, [:], "x")
        place.keys.move(to: .grace)
        try expectEqual(try place.app.text(.genericPassword, [:]), "x", "in grace")
        place.keys.beginLocking()
        try expect(.interactionNotAllowed) { try place.app.find(.genericPassword, [:]) }
      },
    ]

  private static let states: [(String, LockState)] = [
    ("unlocked", .unlocked), ("in grace", .grace), ("locked after first unlock", .locked),
    ("before first unlock", .beforeFirstUnlock),
  ]

  /// Every class in every state, and the four operations in each.
  private static let matrix = Accessibility.allCases.flatMap { accessible in
    states.map { (name, state) in
      KeychainRule("\(accessible.rawValue), \(name): Add, CopyMatching, Update and Delete") { place in
        try operations(place, accessible, state)
      }
    }
  }

  private static func operations(_ place: KeychainRuleContext, _ accessible: Accessibility, _ state: LockState) throws {
    let pdmn = AttributeValue.string(accessible.rawValue)
    try place.app.add(.genericPassword, [.account: "hit", .accessible: pdmn], "x")
    place.keys.move(to: state)
    let works = state.permitsUnwrap(accessible.keyClass)
    func check(_ what: String, _ call: () throws -> Void) throws {
      guard works else { return try expect(.interactionNotAllowed, of: what, call) }
      do { try call() } catch { throw Violation("\(what): \(error)") }
    }
    try check("add") { try place.app.add(.genericPassword, [.account: "new", .accessible: pdmn], "y") }
    for returns in [[], .data, .attributes, .reference, .persistentReference] as [ReturnSelection] {
      try check("find \(returns)") { try place.app.find(.genericPassword, [.account: "hit"], returns) }
    }
    try expect(.itemNotFound, of: "no hit") { try place.app.find(.genericPassword, [.account: "miss"]) }
    try check("update") { try place.app.update(.genericPassword, [.account: "hit"], to: [.label: "l"]) }
    try expect(.itemNotFound, of: "update of no hit") {
      try place.app.update(.genericPassword, [.account: "miss"], to: [.label: "l"])
    }
    try place.app.delete(.genericPassword, [.account: "hit"])
    try expect(.itemNotFound, of: "find after delete") { try place.app.find(.genericPassword, [.account: "hit"]) }
  }

  // MARK: - The passcode

  static let passcodes: [KeychainRule] = [
    KeychainRule("passcode: Add of akpu without one is -25291") { place in
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try expect(.notAvailable) { try place.app.add(.genericPassword, [.accessible: "akpu"], "x") }
    },
    KeychainRule("passcode: removed, CopyMatching of akpu is -25300 and the row goes") { place in
      try place.app.add(.genericPassword, [.accessible: "akpu"], "x")
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try expect(.itemNotFound) { try place.app.find(.genericPassword, [:]) }
      try expect(.itemNotFound) { try place.app.delete(.genericPassword, [:]) }
    },
    KeychainRule("passcode: removed, Update of akpu is -25300") { place in
      try place.app.add(.genericPassword, [.accessible: "akpu"], "x")
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try expect(.itemNotFound) { try place.app.update(.genericPassword, [:], to: [:], data: "y") }
    },
    KeychainRule("passcode: removed, Delete of akpu succeeds while the row is there") { place in
      try place.app.add(.genericPassword, [.accessible: "akpu"], "x")
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try place.app.delete(.genericPassword, [:])
      try expect(.itemNotFound) { try place.app.delete(.genericPassword, [:]) }
    },
    KeychainRule("passcode: removed, other classes stay") { place in
      for name in ["ak", "aku", "akpu"] {
        try place.app.add(.genericPassword, [.account: .string(name), .accessible: .string(name)], name)
      }
      place.keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      try expectEqual(try place.app.find(.genericPassword, [:], .data, limit: .all).map(\.text), ["ak", "aku"], "left")
    },
  ]
}
