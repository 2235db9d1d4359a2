// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import ProtectionModelTesting

// MARK: - Items with constraints (table 5.3)

extension KeychainRule {
  private static let protected: ItemAttributes = [.account: "protected", .accessControl: AccessControl.passcode()]

  static let authentication: [KeychainRule] = [
    KeychainRule("constraints: adding does not prompt") { place in
      place.person.will(.no)
      try place.app.add(.genericPassword, protected, "x")
      try expectEqual(place.person.timesAsked, 0, "asked")
    },
    KeychainRule("constraints: that nobody can ever meet are refused when the item is added or changed: -25293") {
      place in
      let beyond: [AccessConstraints] = [
        .biometryAny, .biometryCurrentSet, .companion, .applicationPassword, [.userPresence, .applicationPassword],
        [.biometryAny, .and, .devicePasscode], [.biometryAny, .or, .applicationPassword],
      ]
      try place.app.add(.genericPassword, [.account: "there"], "x")
      for control in beyond.compactMap({ AccessControl(.whenUnlocked, constraints: $0) }) {
        for itemClass in [ItemClass.genericPassword, .internetPassword, .key, .certificate] {
          try expect(.authFailed) { try place.app.add(itemClass, [.accessControl: .accessControl(control)], "x") }
        }
        try expect(.authFailed) {
          try place.app.update(.genericPassword, [:], to: [.accessControl: .accessControl(control)])
        }
      }
      for control in [[.biometryAny, .or, .devicePasscode], .userPresence].compactMap({
        AccessControl(.whenUnlocked, constraints: $0)
      }) {
        try place.app.update(.genericPassword, [:], to: [.accessControl: .accessControl(control)])
      }
      try expectEqual(try place.app.text(.genericPassword, [:]), "x", "data")
    },
    KeychainRule("constraints: reading prompts, then gives the data") { place in
      try place.app.add(.genericPassword, protected, "x")
      try expectEqual(try place.app.text(.genericPassword, [:]), "x", "data")
      try expectEqual(place.person.timesAsked, 1, "asked")
      let control = try place.app.find(.genericPassword, [:], .attributes).first?.attributes?[.accessControl]
      try expectEqual(control, AccessControl.passcode(), "access control")
    },
    KeychainRule("constraints: UI = Fail is -25308") { place in
      try place.app.add(.genericPassword, protected, "x")
      try expect(.interactionNotAllowed) {
        try place.app.find(.genericPassword, [:]) { $0.authentication.prompt = .fail }
      }
    },
    KeychainRule("constraints: UI = Skip leaves the item out") { place in
      try place.app.add(.genericPassword, protected, "x")
      try expect(.itemNotFound) { try place.app.find(.genericPassword, [:]) { $0.authentication.prompt = .skip } }
      try place.app.add(.genericPassword, [.account: "open"], "y")
      let found = try place.app.find(.genericPassword, [:], .data, limit: .all) { $0.authentication.prompt = .skip }
      try expectEqual(found.map(\.text), ["y"], "the rest")
    },
    KeychainRule("constraints: a context that is authenticated needs no prompt") { place in
      try place.app.add(.genericPassword, protected, "x")
      place.person.will(.hasAuthenticated)
      for prompt in AuthenticationChoice.Prompt.allCases {
        let found = try place.app.find(.genericPassword, [:], .data) { options in
          options.authentication = AuthenticationChoice(prompt: prompt, context: AuthenticationContext([1]))
        }
        try expectEqual(found.map(\.text), ["x"], "data")
      }
      try expectEqual(place.person.timesAsked, 0, "asked")
    },
    KeychainRule("constraints: cancelling is -128") { place in
      try place.app.add(.genericPassword, protected, "x")
      place.person.will(.cancels)
      try expect(.userCanceled) { try place.app.find(.genericPassword, [:]) }
    },
    KeychainRule("constraints: failing is -25293") { place in
      try place.app.add(.genericPassword, protected, "x")
      place.person.will(.no)
      try expect(.authFailed) { try place.app.find(.genericPassword, [:]) }
    },
    KeychainRule("constraints: that can never be met again lose the item") { place in
      try place.app.add(.genericPassword, protected, "x")
      place.person.will(.isAnotherPersonNow)
      try expect(.itemNotFound) { try place.app.find(.genericPassword, [:]) }
      try expect(.itemNotFound) { try place.app.delete(.genericPassword, [:]) }
    },
    KeychainRule("constraints: attributes alone want authentication as well") { place in
      try place.app.add(.genericPassword, protected, "x")
      place.person.will(.no)
      for returns in [[], .attributes, .persistentReference] as [ReturnSelection] {
        try expect(.authFailed) { try place.app.find(.genericPassword, [:], returns) }
      }
    },
    KeychainRule("constraints: an update wants authentication") { place in
      try place.app.add(.genericPassword, protected, "x")
      place.person.will(.no)
      try expect(.authFailed) { try place.app.update(.genericPassword, [:], to: [:], data: "y") }
      place.person.will(.yes)
      try place.app.update(.genericPassword, [:], to: [:], data: "y")
      try expectEqual(try place.app.text(.genericPassword, [:]), "y", "data")
    },
    KeychainRule("constraints: several items of one access control are asked for once") { place in
      for account in ["a", "b", "c"] {
        try place.app.add(
          .genericPassword, [.account: .string(account), .accessControl: AccessControl.passcode()], account)
      }
      let found = try place.app.find(.genericPassword, [:], .data, limit: .all)
      try expectEqual(found.map(\.text), ["a", "b", "c"], "all")
      try expectEqual(place.person.timesAsked, 1, "asked")
    },
    KeychainRule("constraints: the lock state comes first") { place in
      try place.app.add(.genericPassword, protected, "x")
      place.keys.move(to: .locked)
      try expect(.interactionNotAllowed) { try place.app.find(.genericPassword, [:]) }
      try expectEqual(place.person.timesAsked, 0, "asked")
    },
    KeychainRule("constraints: none in the flags, nothing to ask") { place in
      guard let control = AccessControl(.whenUnlocked, constraints: []) else { return }
      try place.app.add(.genericPassword, [.accessControl: .accessControl(control)], "x")
      try expectEqual(try place.app.text(.genericPassword, [:]), "x", "data")
      try expectEqual(place.person.timesAsked, 0, "asked")
    },
  ]
}
