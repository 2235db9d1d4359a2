// SPDX-License-Identifier: Apache-2.0
package import WidgetModel
package import WireFormat

/// The plan of the times at which a widget's provider is asked again. Times are seconds since 2001.
package struct TimelinePlan: Sendable, Hashable {
  /// The time at which the provider wants to be asked.
  package private(set) var due: Double
  package private(set) var budget = ReloadBudget()
  /// The number of times in a row that it has given nothing.
  package private(set) var failures = 0
  /// The number of the last reload that is known.
  package private(set) var reload: UInt64 = 0
  /// The cost of that reload, until it has been followed.
  package private(set) var wanted: Charge?

  /// The cost of a reload.
  package enum Charge: UInt8, Sendable, CaseIterable, Archivable {
    /// The reload is charged to the budget and happens at once.
    case budget = 1
    /// The reload costs nothing.
    case free = 2
    /// The reload is charged to the budget and happens when the distance from the last time has passed.
    case patient = 3
  }

  /// The number of failures in a row after which what the widget gave before is not shown any more.
  package static let patience = 3

  package init() { due = 0 }

  package var isGivenUp: Bool { failures >= Self.patience }

  /// Whether to ask now. What the person wishes is not charged, and not asked here.
  package func mayAsk(at now: Double) -> Bool {
    switch wanted {
    case .free: true
    case .budget: budget.hasRoom(at: now)
    case .patient, nil: now >= due && budget.hasRoom(at: now) && now >= budget.distance(at: now)
    }
  }

  /// The time at which `mayAsk` may become true.
  package func next(after now: Double) -> Double {
    switch wanted {
    case .free: now
    case .budget: max(now, budget.room(at: now))
    case .patient, nil: max(due, budget.distance(at: now), budget.room(at: now))
    }
  }

  package mutating func succeeded(at now: Double, _ timeline: WidgetTimeline, charged: Bool) {
    note(now, charged)
    failures = 0
    switch timeline.reload {
    case .atEnd: due = timeline.entries.last?.date ?? now
    case .after(let date): due = date
    case .never: due = .greatestFiniteMagnitude
    }
    due = min(max(due, now + ReloadBudget.spacing), Self.latest)
  }

  package mutating func failed(at now: Double, charged: Bool) {
    note(now, charged)
    failures = min(failures + 1, 1000)
    due = now + ReloadBudget.spacing
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
    budget.use(at: now)
  }

  private static let latest = 1e11
  private static let hour: UInt64 = 3_600_000_000
}

extension TimelinePlan: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(due)
    writer.append(budget.asked)
    writer.append(failures)
    writer.append(Int(truncatingIfNeeded: reload))
    writer.append(wanted)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    due = try reader.value()
    guard let used = ReloadBudget(asked: try reader.value()) else { throw .badValue }
    (budget, failures) = (used, try reader.value())
    reload = UInt64(truncatingIfNeeded: try reader.value(Int.self))
    wanted = try reader.value()
    guard failures >= 0 else { throw .badValue }
  }
}
