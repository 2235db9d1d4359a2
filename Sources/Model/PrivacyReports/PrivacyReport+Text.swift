// SPDX-License-Identifier: Apache-2.0
import AccessModel

/// The report as a terminal shows it.
extension PrivacyReport {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let mostHosts = 20
  private static let width = 34

  /// `printable` makes a name safe for one line.
  package func lines(printable: (String) -> String) -> [String] {
    guard !apps.isEmpty else { return ["No app used anything in the last seven days."] }
    var lines = ["The last seven days, from \(day(0).dayText) to \(day(AccessLogState.days - 1).dayText)", ""]
    lines += bars("Data and sensors", uses) + [""]
    lines += bars("Connections", connections) + [""]
    for app in apps {
      let name = printable(app.name)
      lines.append(app.name == app.identifier ? name : "\(name) (\(printable(app.identifier)))")
      if app.isProgram { lines.append("  \(Self.programsTier)") }
      for use in app.uses { lines.append(row(use.title, use.days, Self.detail(use, offset: offset))) }
      if app.network.total > 0 || app.refused > 0 {
        let hosts = app.hosts == 1 ? "1 host" : "\(app.hosts) hosts"
        lines.append(
          row("Network", app.network, hosts + (app.refused > 0 ? ", \(app.refused) refused" : "")))
      }
      lines.append("")
    }
    guard !hosts.isEmpty else { return lines.dropLast() }
    lines.append("Hosts")
    for host in hosts.prefix(Self.mostHosts) {
      let name = host.domain.isEmpty ? "(others)" : printable(host.domain)
      let remarks =
        (host.isTracker ? ["follows people"] : []) + (host.refused > 0 ? ["\(host.refused) refused"] : [])
        + (host.apps.count > 1 ? ["\(host.apps.count) apps"] : [])
      lines.append(
        "  " + padded(name, Self.width) + padded("\(host.hits)", 7, .right)
          + (remarks.isEmpty ? "" : "  " + remarks.joined(separator: ", ")))
    }
    if hosts.count > Self.mostHosts { lines.append("  and \(hosts.count - Self.mostHosts) more") }
    return lines
  }

  /// A bar a day, beside each other.
  private func bars(_ title: String, _ days: Days) -> [String] {
    let most = days.counts.max() ?? 0
    guard most > 0 else { return ["\(title): none"] }
    var lines = ["\(title): \(days.total)"]
    for index in days.counts.indices {
      let count = days.counts[index]
      let filled = count == 0 ? 0 : max(1, count * 40 / most)
      lines.append(
        "  \(weekday(index))  " + String(repeating: "█", count: filled) + (filled > 0 ? " " : "") + "\(count)")
    }
    return lines
  }

  private func row(_ title: String, _ days: Days, _ detail: String) -> String {
    "  " + padded(title, 18) + spark(days) + padded("\(days.total)", 7, .right) + "  " + detail
  }

  private func spark(_ days: Days) -> String {
    let most = max(1, days.counts.max() ?? 1)
    return String(
      days.counts.map { count in
        count == 0 ? "·" : Self.blocks[min(Self.blocks.count - 1, (count * Self.blocks.count - 1) / most)]
      })
  }

  private static func detail(_ use: Use, offset: Int) -> String {
    let last = CivilTime(use.last, offset: offset)
    let length = Self.length(use.milliseconds)
    let parts =
      (length.isEmpty ? [] : [length]) + [
        use.running > 0 ? "in use now" : "last \(last.dayText) \(last.clockText)"
      ]
    return parts.joined(separator: ", ")
  }

  /// The length in words; empty below a second.
  package static func length(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    return switch seconds {
    case ..<1: ""
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
    default: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
  }

  private enum Side { case left, right }

  private func padded(_ text: String, _ width: Int, _ side: Side = .left) -> String {
    let missing = max(0, width - text.count)
    let spaces = String(repeating: " ", count: missing)
    return side == .left ? text + spaces : spaces + text
  }
}
