// SPDX-License-Identifier: Apache-2.0

/// The rules by which a person arrives: somebody is at an open screen who was not before. It counts once: after that
/// they have to go away first.
package struct ArrivalRules: Sendable {
  private enum Place {
    case here
    case away
    /// The session was told to lock. What covers the screen may say so, or may say nothing at all.
    case leaving
  }

  /// The last known place of the person. Whoever begins to look may be looking at a login without a password.
  private var place = Place.away

  package init() {}

  /// Whether the person has come.
  ///
  /// - Parameters:
  ///   - sessions: The owner's sessions as they are now.
  ///   - hasGone: Whether one of them was told to lock since the call before, or the computer went to sleep.
  ///   - hasUnlocked: Whether one of them was told to unlock since then, or the computer awoke.
  /// - Returns: True once for each time.
  package mutating func hasCome(
    _ sessions: some Collection<SessionFacts>, hasGone: Bool = false, hasUnlocked: Bool = false
  ) -> Bool {
    let isOpen = sessions.contains { $0.hasSeat && $0.isActive && !$0.isCovered }
    if !isOpen { place = .away } else if hasGone, !hasUnlocked { place = .leaving }
    guard isOpen, place == .away || (place == .leaving || hasGone) && hasUnlocked else { return false }
    place = .here
    return true
  }
}
