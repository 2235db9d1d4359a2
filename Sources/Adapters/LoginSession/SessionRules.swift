// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// The rules by which a change of the owner's sessions asks for a lock. None of it ever unlocks: that takes the
/// passcode.
package struct SessionRules: Sendable {
  /// The sessions that have a screen, as far as they matter.
  private struct Screens: Equatable {
    /// Whether a session of the owner's is shown; nil where none has a screen.
    var isShown: Bool?
    var isIdle = false
    var isCovered = false

    init(isShown: Bool? = nil) { self.isShown = isShown }

    init(_ sessions: some Collection<SessionFacts>) {
      let screens = sessions.filter(\.hasSeat)
      guard !screens.isEmpty else { return }
      isShown = screens.contains(where: \.isActive)
      isIdle = screens.allSatisfy(\.isIdle)
      isCovered = screens.allSatisfy(\.isCovered)
    }
  }

  /// The screens that were known last. The person is taken to be there at first: what says otherwise has happened since
  /// somebody looked last.
  private var known = Screens(isShown: true)
  private var hasLooked = false

  package init() {}

  /// Whether one of the owner's sessions has a screen.
  package var hasScreen: Bool { known.isShown != nil }

  /// The lock that sessions as they are now ask for, after those of the call before.
  package mutating func lock(for sessions: some Collection<SessionFacts>) -> LockMode? {
    let (before, now) = (known, Screens(sessions))
    // A machine that has never had a screen of the owner's has nobody go away from it.
    let hasLeft = before.isShown == true && now.isShown != true && (hasLooked || now.isShown == false)
    (known, hasLooked) = (now, true)
    // Another person may sit there, or the owner has logged out.
    if hasLeft { return .now }
    return !before.isCovered && now.isCovered || !before.isIdle && now.isIdle ? .afterGrace : nil
  }
}
