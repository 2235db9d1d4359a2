// SPDX-License-Identifier: Apache-2.0
import Clocks
import WidgetHost
package import WidgetModel

extension WidgetPainter {
  /// The remarks of lints about each of an extension's widgets and families.
  package func inspect() throws(WidgetFailure) -> [WidgetRemark] {
    var found: [WidgetRemark] = []
    for widget in try widgets() {
      for family in widget.families {
        guard LockStateReader.permitsSamples else { throw .lockedSamples }
        guard let size = WidgetMetrics.standard.size(of: family) else { continue }
        var environment = WidgetEnvironment(family: family, size: size, now: WallClock.secondsSinceReferenceDate)
        environment.configuration = SnapshotFolder.open(for: source)?.store.choices(of: widget.kind) ?? []
        let samples = try session().samples(widget.kind, environment)
        let findings = WidgetLint.findings(
          content: samples.content, placeholder: samples.placeholder, bytesReadByPlaceholder: samples.bytesRead)
        found += findings.map { WidgetRemark(widget.kind, family, $0) }
      }
    }
    return found
  }
}

/// A remark of a lint about a widget.
package struct WidgetRemark: Sendable {
  package let kind: String
  package let family: Family
  package let finding: Finding
  /// The text that it is about, or how many bytes.
  package let detail: String

  package enum Finding: String, Sendable {
    case unmarked, realPlaceholder, slowPlaceholder, severalLinks, controlOfHidden, hidesEverything, hidesNothing
  }

  init(_ kind: String, _ family: Family, _ finding: WidgetLint.Finding) {
    (self.kind, self.family) = (kind, family)
    (self.finding, detail) =
      switch finding {
      case .unmarked(let text): (.unmarked, text)
      case .realPlaceholder(let texts): (.realPlaceholder, texts.first ?? "")
      case .slowPlaceholder(let bytes): (.slowPlaceholder, "\(bytes)")
      case .severalLinks: (.severalLinks, "")
      case .controlOfHidden: (.controlOfHidden, "")
      case .hidesEverything: (.hidesEverything, "")
      case .hidesNothing: (.hidesNothing, "")
      }
  }
}
