// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// A call to reload widgets, which have new contents from now on.
package struct WidgetReload: Sendable, Hashable {
  /// An app, which means all its extensions, or one extension: an identifier, or the path of a program that is no app's.
  package let owner: String
  /// The kind of the widgets to be reloaded; nil: all of them.
  package let kind: String?
  /// The number of the reload, larger than that of each before.
  package let number: UInt64
  package let charge: Charge

  /// The cost of a reload to the extension.
  package enum Charge: UInt8, Sendable, CaseIterable {
    /// The reload is charged once to the day's budget.
    case budget = 1
    /// The reload costs nothing: the person wanted it.
    case free = 2
    /// The reload waits until the budget allows it: the widget asks for itself.
    case patient = 3
  }

  package init(owner: String, kind: String?, number: UInt64 = 0, charge: Charge) {
    (self.owner, self.kind, self.number, self.charge) = (owner, kind, number, charge)
  }

  package static let longestOwner = 4096
  /// A kind that is longer has no reload of its own.
  package static let longestKind = 256

  /// Whether the reload is about an extension.
  package func concerns(_ shown: ShownWidget) -> Bool {
    guard owner == shown.owner || shown.owner.hasPrefix(owner + ".") else { return false }
    return kind == nil || kind == shown.kind
  }
}

/// A widget that somebody keeps a picture of.
package struct ShownWidget: Sendable, Hashable {
  /// The extension.
  package let owner: String
  package let kind: String
  /// The family as SwiftUI calls it.
  package let family: String

  package init(owner: String, kind: String, family: String) {
    (self.owner, self.kind, self.family) = (owner, kind, family)
  }

  package static let longestFamily = 32
}

/// The knowledge of a follower that keeps pictures, and the widgets that they are of.
package struct WidgetFollowing: Sendable, Hashable {
  /// The lock state; nil where nothing is known yet.
  package let state: LockState?
  /// The number of the last reload that is known.
  package let number: UInt64
  package let widgets: [ShownWidget]
  package let seconds: UInt16

  package init(state: LockState?, number: UInt64, widgets: [ShownWidget], seconds: UInt16) {
    (self.state, self.number, self.widgets, self.seconds) = (state, number, widgets, seconds)
  }

  package static let mostWidgets = 64
}

/// The lock state, and the reloads of what is followed since the number that was known.
package struct WidgetNews: Sendable, Equatable {
  package let state: LockState
  package let number: UInt64
  package let reloads: [WidgetReload]

  package init(state: LockState, number: UInt64, reloads: [WidgetReload]) {
    (self.state, self.number, self.reloads) = (state, number, reloads)
  }

  package static let mostReloads = 128
}
