// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// The owner's choices of what each surface shows while the screen is locked. At first, nothing that is private.
package struct SurfaceSettings: Sendable, Hashable {
  package var lockScreen = Choice.hide
  package var alwaysOn = Choice.hide
  package var column = Choice.hide
  /// The choices for complications: all, and single ones by their kind.
  package var complications = Choice.hide
  package var complicationsByKind: [String: Choice] = [:]

  package enum Choice: String, Sendable, CaseIterable { case show, hide }

  package init() {}

  /// The place by whose choice a surface shows what is private of a widget while locked; nil where it is hidden.
  package func placeShowing(_ kind: String, on surface: Surface) -> SurfaceChange.Place? {
    let place: SurfaceChange.Place =
      switch surface {
      // While locked, a home screen and another device are seen by whoever passes, as the lock screen is.
      case .home, .otherDevice, .lockScreen: .lockScreen
      case .alwaysOn: .alwaysOn
      case .watchFace: .complication(kind)
      case .column: .column
      }
    return isShowing(place) ? place : nil
  }

  /// Two switches stand for a display that is always on: Apple's is the lock screen's, and one of its own.
  package func isShowing(_ place: SurfaceChange.Place) -> Bool {
    shows(place) && (place != .alwaysOn || lockScreen == .show)
  }
}

/// The owner's choice for one surface: `SURFACE=show` or `SURFACE=hide`, and `watchFace:KIND=...` for one complication.
package struct SurfaceChange: Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    case lockScreen, alwaysOn, column, complications
    case complication(String)

    /// Whether a choice here is one for another place too.
    package func covers(_ place: Place) -> Bool {
      if case .complication = place, self == .complications { return true }
      return self == place
    }
  }

  package let place: Place
  package let choice: SurfaceSettings.Choice

  /// The most bytes of the line.
  package static let longest = 512

  package init(_ place: Place, _ choice: SurfaceSettings.Choice) { (self.place, self.choice) = (place, choice) }

  /// Reads a line of settings; nil for a line that is none of these.
  package init?(_ line: String) {
    let words = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let choice = SurfaceSettings.Choice(rawValue: String(words[1])),
      line.utf8.count <= Self.longest, !line.utf8.contains(where: { $0 < 0x20 })
    else { return nil }
    let names = words[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (names[0], names.count) {
    case ("lockScreen", 1): self.init(.lockScreen, choice)
    case ("alwaysOn", 1): self.init(.alwaysOn, choice)
    case ("column", 1): self.init(.column, choice)
    case ("watchFace", 1): self.init(.complications, choice)
    case ("watchFace", 2) where !names[1].isEmpty: self.init(.complication(names[1]), choice)
    default: return nil
    }
  }

  package var line: String {
    let surface =
      switch place {
      case .lockScreen: "lockScreen"
      case .alwaysOn: "alwaysOn"
      case .column: "column"
      case .complications: "watchFace"
      case .complication(let kind): "watchFace:" + kind
      }
    return "\(surface)=\(choice.rawValue)"
  }
}

extension SurfaceSettings {
  package mutating func apply(_ change: SurfaceChange) {
    switch change.place {
    case .lockScreen: lockScreen = change.choice
    case .alwaysOn: alwaysOn = change.choice
    case .column: column = change.choice
    case .complications: complications = change.choice
    case .complication(let kind): complicationsByKind[kind] = change.choice
    }
  }

  /// The change of each place that has a choice.
  package var changes: [SurfaceChange] {
    [
      SurfaceChange(.lockScreen, lockScreen), SurfaceChange(.alwaysOn, alwaysOn),
      SurfaceChange(.complications, complications), SurfaceChange(.column, column),
    ] + complicationsByKind.sorted { $0.key < $1.key }.map { SurfaceChange(.complication($0.key), $0.value) }
  }

  package var lines: [String] { changes.map(\.line) }

  private func shows(_ place: SurfaceChange.Place) -> Bool {
    switch place {
    case .lockScreen: lockScreen == .show
    case .alwaysOn: alwaysOn == .show
    case .column: column == .show
    case .complications: complications == .show
    case .complication(let kind): (complicationsByKind[kind] ?? complications) == .show
    }
  }

  /// The operation of the owner that replaces `current` by these settings: to show more anywhere, or to hide.
  package func operation(after current: SurfaceSettings) -> OwnerOperation {
    let places = Set(changes.map(\.place)).union(current.changes.map(\.place))
    return places.contains { shows($0) && !current.shows($0) } ? .showWhileLocked : .hideWhileLocked
  }

  /// The settings that apply where a text file, which anybody can write who runs as the same user, hides more. What it
  /// would show does not count.
  package func restricted(by text: [SurfaceChange]) -> SurfaceSettings {
    var restricted = self
    for change in text where change.choice == .hide {
      restricted.apply(change)
      if change.place == .complications {
        for kind in restricted.complicationsByKind.keys { restricted.complicationsByKind[kind] = .hide }
      }
    }
    return restricted
  }

  /// The lines of a text file that would show more than the owner has chosen.
  package func ignored(of text: [SurfaceChange]) -> [SurfaceChange] {
    text.filter { $0.choice == .show && !shows($0.place) }
  }
}
