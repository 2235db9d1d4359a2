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
  /// The number of the last reload that is known.
  package private(set) var reload: UInt64 = 0
  /// What that reload costs, until it has been followed.
  package private(set) var wanted: Charge?

  /// What a reload costs.
  package enum Charge: UInt8, Sendable, CaseIterable, Archivable {
    /// Once of the budget, and at once.
    case budget = 1
    /// Nothing.
    case free = 2
    /// Once of the budget, when the distance from the last time has passed.
    case patient = 3
  }

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
    if wanted == .free { return true }
    if wanted == .budget { return recent.count < Self.budget }
    return now >= due && recent.count < Self.budget && now >= (recent.last ?? -.infinity) + Self.spacing
  }

  /// The time at which `mayAsk` may become true.
  package func next(after now: Double) -> Double {
    let recent = asked.filter { $0 <= now && $0 > now - Self.day }
    let spaced = (recent.last ?? -.infinity) + Self.spacing
    let budgeted = recent.count < Self.budget ? -.infinity : recent[recent.count - Self.budget] + Self.day
    if wanted == .free { return now }
    if wanted == .budget { return max(now, budgeted) }
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

  /// The app says, or the person, that the content is another. A reload with a number counts once: the number is a time in
  /// microseconds, and much smaller than the last one only where the clock was set back.
  package mutating func expire(number: UInt64? = nil, _ charge: Charge) {
    if let number {
      guard number > reload || number < reload - min(reload, Self.hour) else { return }
      reload = number
    }
    due = 0
    // One that costs nothing is not made dearer by another.
    if wanted != .free { wanted = charge }
  }

  /// Takes over what has been wanted since this plan was read.
  package mutating func adopt(_ newer: TimelinePlan) {
    if let wanted = newer.wanted, newer.reload != reload { expire(number: newer.reload, wanted) }
  }

  private mutating func note(_ now: Double, _ charged: Bool) {
    let isFree = wanted == .free
    wanted = nil
    guard charged, !isFree else { return }
    asked = asked.filter { $0 <= now && $0 > now - Self.day }.suffix(Self.budget - 1) + [now]
  }

  private static let latest = 1e11
  private static let hour: UInt64 = 3_600_000_000
}

extension TimelinePlan: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(due)
    writer.append(asked)
    writer.append(failures)
    writer.append(Int(truncatingIfNeeded: reload))
    writer.append(wanted)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    (due, asked, failures) = (try reader.value(), try reader.value(), try reader.value())
    reload = UInt64(truncatingIfNeeded: try reader.value(Int.self))
    wanted = try reader.value()
    guard asked.count <= Self.budget, failures >= 0 else { throw .badValue }
  }
}
