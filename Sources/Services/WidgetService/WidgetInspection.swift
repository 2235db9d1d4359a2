// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
package import WidgetHost
package import WidgetModel

extension WidgetPainter {
  /// What lints find in each of an extension's widgets and families.
  package func inspect() throws(WidgetFailure) -> [(kind: String, family: Family, finding: WidgetLint.Finding)] {
    var found: [(kind: String, family: Family, finding: WidgetLint.Finding)] = []
    for widget in try widgets() {
      for family in widget.families {
        guard let size = WidgetMetrics.standard.size(of: family) else { continue }
        let environment = WidgetEnvironment(family: family, size: size, now: WallClock.secondsSinceReferenceDate)
        let samples = try session().samples(widget.kind, environment)
        let findings = WidgetLint.findings(
          content: samples.content, placeholder: samples.placeholder, bytesReadByPlaceholder: samples.bytesRead)
        found += findings.map { (widget.kind, family, $0) }
      }
    }
    return found
  }
}
