// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// A surface that a widget is drawn on.
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

/// The policy of what may be seen of a widget: the table of Apple's documentation (state x entitlement x surface), as a
/// function.
package enum WidgetPolicy {
  package enum Decision: Sendable, Hashable {
    /// The content, with these reasons.
    case content(Reasons)
    /// The provider's placeholder and nothing else: the extension is asked for no real content.
    case placeholder
    /// The widget is not there to choose.
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

  /// Whether content of a class may be read. Before the first unlock none may, whatever the class: the owner's settings
  /// are not known yet.
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

  /// An unlocked screen hides nothing. A display that is always on shows itself to everyone, unlocked or not.
  private static func isHiding(
    _ state: LockState, _ surface: Surface, _ kind: String, _ settings: SurfaceSettings
  ) -> Bool {
    if state == .unlocked && surface != .alwaysOn { return false }
    return settings.placeShowing(kind, on: surface) == nil
  }
}
