// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import SystemCalls
import WidgetHost
package import WidgetModel
package import WidgetUpdates

/// Reloads of widgets, told between extensions, apps and those who keep pictures of them.
package enum WidgetReloads {
  private static let variable = "BAILEY_WIDGETS_SHOWN"

  /// Has an extension's widgets asked for again, here and by whoever else keeps pictures of them.
  package static func announce(_ kind: String?, of source: WidgetExtension, _ charge: WidgetReload.Charge) {
    let reload = WidgetReload(
      owner: source.owner, kind: kind.flatMap { $0.utf8.count <= WidgetReload.longestKind ? $0 : nil }, charge: charge)
    do throws(BrokerClientError) {
      try BrokerClient.standard().reload(reload)
    } catch {
      // Without `baileyd` there is nobody to tell; what is kept is still out of date.
    }
    SnapshotFolder.open(for: source)?.store.expire(kind: kind, number: nil, TimelinePlan.Charge(charge))
  }

  /// Takes note of what others have announced, in what is kept of an extension.
  package static func expire(_ reload: WidgetReload, of source: WidgetExtension) {
    SnapshotFolder.open(for: source)?.store.expire(
      kind: reload.kind, number: reload.number, TimelinePlan.Charge(reload.charge))
  }

  /// The variables that tell an extension who shows its widgets: their kinds, in hexadecimal, and families.
  static func shown(of owner: String) -> [String: String] {
    guard let widgets = try? BrokerClient.standard().shownWidgets(of: owner), !widgets.isEmpty else { return [:] }
    let list = widgets.map { "\(hexadecimal($0.kind)):\($0.family)" }.joined(separator: ",")
    return [variable: list]
  }

  private static func hexadecimal(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension WidgetPainter {
  /// Throws where such a widget will never be drawn, as far as an extension says what it has. One that says nothing now may do
  /// so later.
  package func expectOffered(_ kind: String?, _ family: Family?, on surface: Surface) throws(WidgetFailure) {
    guard surface != .otherDevice || isOfferedElsewhere else { throw .notOffered }
    guard let widgets = try? widgets() else { return }
    guard let widget = kind == nil ? widgets.first : widgets.first(where: { $0.kind == kind }) else {
      throw .noWidget(kind: kind)
    }
    guard let family, !widget.families.contains(family) else { return }
    throw .noFamily(family.name, of: widget.kind)
  }

  /// The widget that would be drawn, as far as it is known without asking the extension.
  package func shown(_ kind: String?, _ family: Family?) -> ShownWidget? {
    guard let known = SnapshotFolder.open(for: source)?.store.widgets,
      let widget = kind == nil ? known.first : known.first(where: { $0.kind == kind }),
      let family = family ?? widget.families.first, widget.kind.utf8.count <= WidgetReload.longestKind
    else { return nil }
    return ShownWidget(owner: source.owner, kind: widget.kind, family: family.name)
  }

  /// All of its widgets in the first of these families that each comes in.
  package func shown(in families: [[Family]]) -> [ShownWidget] {
    let known = SnapshotFolder.open(for: source)?.store.widgets ?? []
    return known.filter { $0.kind.utf8.count <= WidgetReload.longestKind }.flatMap { widget in
      families.compactMap { choices in choices.first { widget.families.contains($0) } }
        .map { ShownWidget(owner: source.owner, kind: widget.kind, family: $0.name) }
    }
  }
}

extension TimelinePlan.Charge {
  fileprivate init(_ charge: WidgetReload.Charge) {
    self =
      switch charge {
      case .budget: .budget
      case .free: .free
      case .patient: .patient
      }
  }
}
