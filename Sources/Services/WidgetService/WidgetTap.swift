// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
import WidgetDrawing
import WidgetLayout
import WidgetUpdates
import WidgetModel

/// A place of a drawn widget where a tap does something.
package struct TapPlace: Sendable {
  let region: HitRegion
  /// The spoken name of the target; empty where nothing is said of it.
  package let name: String
  /// A point that is on it.
  package let x, y: Double

  package enum Action: Sendable, Equatable { case link(String), button, toggle }

  package var action: Action {
    switch region.target {
    case .link(let link): .link(link)
    case .control(let control): control.turnsOn == nil ? .button : .toggle
    }
  }
}

extension WidgetPainter.Drawing {
  /// The places of taps that can be reached, from the lowest to the uppermost.
  package var tapPlaces: [TapPlace] {
    list.tapPlaces.map { TapPlace(region: $0.region, name: $0.name, x: $0.point.x, y: $0.point.y) }
  }

  /// The target of a tap at a point, in points from the upper left corner.
  package func tapPlace(x: Double, y: Double) -> TapPlace? {
    list.region(at: Point(x, y)).map { TapPlace(region: $0, name: list.name(of: $0), x: x, y: y) }
  }
}

/// A person's tap on a widget, as it was drawn last.
extension WidgetPainter {
  /// The outcome of a tap.
  package enum TapOutcome: Sendable, Equatable {
    case performed
    case link(String)
  }

  /// Performs the control, in the extension's sandbox, or says where the link leads.
  ///
  /// The place is one of the drawing's own, and so of the tree that may be seen: what was hidden is in neither. Whether it
  /// may still be seen is asked again once the extension is ready.
  package func tap(
    _ place: TapPlace, on drawing: Drawing, in state: LockState, if isUnchanged: () -> Bool
  ) throws(WidgetFailure) -> TapOutcome {
    guard drawing.list.regions.contains(place.region), case .content = drawing.decision else {
      throw .nothingToTap("there")
    }
    switch place.region.target {
    case .link(let link):
      guard SafeLink.isSafe(link) else { throw .unsafeLink }
      return .link(link)
    case .control(let control):
      guard state == .unlocked else { throw .lockedScreen }
      try session().perform(control, if: isUnchanged)
      WidgetReloads.announce(drawing.description.kind, of: source, .free)
      return .performed
    }
  }
}
