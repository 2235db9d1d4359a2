// SPDX-License-Identifier: Apache-2.0
package import WidgetModel
package import WireFormat

/// When a widget's provider is asked again. Times are seconds since 2001.
package struct TimelinePlan: Sendable, Hashable {
  /// When the provider wants to be asked.
  package private(set) var due: Double
  /// When it was asked, successfully or not, within the last day.
  package private(set) var asked: [Double] = []
  /// How often in a row it has given nothing.
  package private(set) var failures = 0

  /// Apple's rolling budget, for a widget that is looked at often.
  package static let budget = 70
  package static let day = 86_400.0
  /// Between two times that it is asked, and so between what it may count on being shown.
  package static let spacing = 300.0
  /// After so many failures in a row what it gave before is not shown any more.
  package static let patience = 3

  package init() { due = 0 }

  package var isGivenUp: Bool { failures >= Self.patience }

  /// Whether to ask now. What the person wishes is not charged, and not asked here.
  package func mayAsk(at now: Double) -> Bool {
    // A clock that was set back makes times of the future: they do not count.
    let recent = asked.filter { $0 <= now && $0 > now - Self.day }
    return now >= due && recent.count < Self.budget && now >= (recent.last ?? -.infinity) + Self.spacing
  }

  /// The time at which `mayAsk` may become true.
  package func next(after now: Double) -> Double {
    let recent = asked.filter { $0 <= now && $0 > now - Self.day }
    let spaced = (recent.last ?? -.infinity) + Self.spacing
    let budgeted = recent.count < Self.budget ? -.infinity : recent[recent.count - Self.budget] + Self.day
    return max(due, spaced, budgeted)
  }

  package mutating func succeeded(at now: Double, _ timeline: WidgetTimeline, charged: Bool) {
    note(now, charged)
    failures = 0
    switch timeline.reload {
    case .atEnd: due = timeline.entries.last?.date ?? now
    case .after(let date): due = date
    case .never: due = .greatestFiniteMagnitude
    }
    due = min(max(due, now + Self.spacing), Self.latest)
  }

  package mutating func failed(at now: Double, charged: Bool) {
    note(now, charged)
    failures = min(failures + 1, 1000)
    due = now + Self.spacing
  }

  /// The app says that its content is another.
  package mutating func expire() { due = 0 }

  private mutating func note(_ now: Double, _ charged: Bool) {
    guard charged else { return }
    asked = asked.filter { $0 <= now && $0 > now - Self.day }.suffix(Self.budget - 1) + [now]
  }

  private static let latest = 1e11
}

extension TimelinePlan: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(due)
    writer.append(asked)
    writer.append(failures)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    (due, asked, failures) = (try reader.value(), try reader.value(), try reader.value())
    guard asked.count <= Self.budget, failures >= 0 else { throw .badValue }
  }
}
