// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// Where a widget is drawn.
package enum Surface: String, Sendable, CaseIterable {
  case home
  case lockScreen
  case alwaysOn
  /// A face that is always on, with complications.
  case watchFace
  /// The column of widgets beside notifications.
  case column
  /// Another device, which shows this one's widgets.
  case otherDevice
}

/// What the owner lets each surface show while the screen is locked. At first, nothing that is private.
package struct SurfaceSettings: Sendable, Hashable {
  package var lockScreen = Choice.hide
  package var alwaysOn = Choice.hide
  package var column = Choice.hide
  /// Of complications: all, and single ones by their kind.
  package var complications = Choice.hide
  package var complicationsByKind: [String: Choice] = [:]

  package enum Choice: String, Sendable, CaseIterable { case show, hide }

  package init() {}

  func choice(on surface: Surface, kind: String) -> Choice {
    switch surface {
    case .home, .otherDevice: .show
    case .lockScreen: lockScreen
    // Two switches stand for it: Apple's is the lock screen's, and one of its own.
    case .alwaysOn: lockScreen == .hide ? .hide : alwaysOn
    case .watchFace: complicationsByKind[kind] ?? complications
    case .column: column
    }
  }
}

/// What may be seen of a widget: the table of Apple's documentation (state x entitlement x surface), as a function.
package enum WidgetPolicy {
  package enum Decision: Sendable, Hashable {
    /// The content, with these reasons.
    case content(Reasons)
    /// The provider's placeholder and nothing else: the extension is asked for no real content.
    case placeholder
    /// It is not there to choose.
    case notOffered

    package var reasons: Reasons {
      switch self {
      case .content(let reasons): reasons
      case .placeholder, .notOffered: .placeholder
      }
    }
  }

  /// The protection is the extension's entitlement; nil where it has none.
  package static func decision(
    _ state: LockState, _ protection: ProtectionClass?, on surface: Surface, kind: String = "",
    _ settings: SurfaceSettings
  ) -> Decision {
    if surface == .otherDevice && (protection == .complete || protection == .completeUnlessOpen) { return .notOffered }
    guard isReadable(state, protection) else { return .placeholder }
    return .content(isHiding(state, surface, kind, settings) ? .privacy : [])
  }

  /// Before the first unlock nothing is shown, whatever the class: the owner's settings are not known yet.
  private static func isReadable(_ state: LockState, _ protection: ProtectionClass?) -> Bool {
    switch (state, protection ?? .completeUntilFirstUserAuthentication) {
    case (.beforeFirstUnlock, _): false
    case (.unlocked, _): true
    // Apple hides `Complete` as soon as the screen is locked, the other one with the passcode's lock.
    case (.grace, .complete): false
    case (.grace, _): true
    case (.locked, .complete), (.locked, .completeUnlessOpen): false
    case (.locked, _): true
    }
  }

  /// An unlocked home screen hides nothing. A face that is always on shows itself to everyone, unlocked or not.
  private static func isHiding(
    _ state: LockState, _ surface: Surface, _ kind: String, _ settings: SurfaceSettings
  ) -> Bool {
    let alwaysVisible = surface == .alwaysOn || surface == .watchFace
    if state == .unlocked && !alwaysVisible { return false }
    // While locked, a widget on the home screen or another device is seen by whoever passes, as on the lock screen.
    let asked = state == .unlocked ? surface : surface == .home || surface == .otherDevice ? .lockScreen : surface
    return settings.choice(on: asked, kind: kind) == .hide
  }
}

// MARK: - As text

extension SurfaceSettings {
  /// `SURFACE=show` or `SURFACE=hide`; `watchFace:KIND=...` for one complication. False where it is none of these.
  package mutating func apply(_ line: String) -> Bool {
    let words = line.split(separator: "=", maxSplits: 1)
    guard words.count == 2, let choice = Choice(rawValue: String(words[1])) else { return false }
    let names = words[0].split(separator: ":", maxSplits: 1).map(String.init)
    switch (names[0], names.count) {
    case ("lockScreen", 1): lockScreen = choice
    case ("alwaysOn", 1): alwaysOn = choice
    case ("column", 1): column = choice
    case ("watchFace", 1): complications = choice
    case ("watchFace", 2): complicationsByKind[names[1]] = choice
    default: return false
    }
    return true
  }

  package var lines: [String] {
    [
      "lockScreen=\(lockScreen.rawValue)", "alwaysOn=\(alwaysOn.rawValue)", "watchFace=\(complications.rawValue)",
      "column=\(column.rawValue)",
    ] + complicationsByKind.sorted { $0.key < $1.key }.map { "watchFace:\($0.key)=\($0.value.rawValue)" }
  }
}
