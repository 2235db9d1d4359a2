// SPDX-License-Identifier: Apache-2.0

/// The standing of a passkey beside the others of its account. It follows from what is stored, so that no write can
/// leave one half replaced.
package enum PasskeyStanding: Sendable, Equatable {
  case current
  /// There is a newer one that has not signed in yet: the site may not have kept it.
  case replaced
  /// The site said at that time that it does not know it any more: it signs in where the site names it, and is offered to nobody.
  case hidden(UInt64)
  /// Deleted at that time, by the person or because a newer one has signed in.
  case deleted(UInt64)

  /// Whether the passkey may sign in.
  package var signsIn: Bool {
    switch self {
    case .current, .replaced, .hidden: true
    case .deleted: false
    }
  }

  /// The state's name in JSON.
  package var word: String {
    switch self {
    case .current: "current"
    case .replaced: "replaced"
    case .hidden: "hidden"
    case .deleted: "deleted"
    }
  }
}

/// A passkey and what it counts for.
package struct StandingPasskey: Sendable, Equatable {
  package let passkey: StoredPasskey
  package let standing: PasskeyStanding

  package init(_ passkey: StoredPasskey, _ standing: PasskeyStanding) {
    self.passkey = passkey
    self.standing = standing
  }

  /// The same of all passkeys of one relying party or of several, in their order.
  package static func all(_ passkeys: [StoredPasskey]) -> [StandingPasskey] {
    passkeys.map { passkey in
      let newer = passkeys.filter { $0.isNewer(than: passkey) }
      return StandingPasskey(passkey, passkey.standing(beside: newer))
    }
  }

  /// Whether the passkey has been deleted for so long that it goes.
  package func isOver(at now: UInt64) -> Bool {
    guard case .deleted(let time) = standing else { return false }
    return now > time && now - time >= StoredPasskey.keptAfterDeletion
  }
}

extension StoredPasskey {
  fileprivate func isNewer(than other: StoredPasskey) -> Bool {
    relyingParty == other.relyingParty && userHandle == other.userHandle && credential != other.credential
      && (ordered, credential.hexadecimal) > (other.ordered, other.credential.hexadecimal)
  }

  fileprivate func standing(beside newer: [StoredPasskey]) -> PasskeyStanding {
    if deleted != 0 { return .deleted(deleted) }
    // What a newer one has replaced for good stays replaced when that one is deleted later.
    let used = newer.map(\.firstUsed).filter { $0 > restored }
    if let first = used.min() { return .deleted(first) }
    if hidden != 0 { return .hidden(hidden) }
    return newer.contains { $0.deleted == 0 && $0.hidden == 0 } ? .replaced : .current
  }
}

extension [UInt8] {
  fileprivate var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
