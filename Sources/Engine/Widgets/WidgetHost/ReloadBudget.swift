// SPDX-License-Identifier: Apache-2.0

/// How often a widget's provider may be asked: Apple's rolling budget, for a widget that is looked at often. Times are seconds
/// since 2001.
package struct ReloadBudget: Sendable, Hashable {
  package static let timesADay = 70
  package static let day = 86_400.0
  /// The seconds between two reloads, and so between what a widget may count on being shown.
  package static let spacing = 300.0

  /// The times at which the provider was asked, successfully or not, within the last day.
  package private(set) var asked: [Double] = []

  init() {}

  /// Counts the reloads that were asked for; nil where they are more than a budget can have been used for.
  init?(asked: [Double]) {
    guard asked.count <= Self.timesADay else { return nil }
    self.asked = asked
  }

  /// Whether the provider may be asked once more, whatever the distance from the last time.
  func hasRoom(at now: Double) -> Bool { recent(at: now).count < Self.timesADay }

  /// The time from which the provider may be asked once more; in the past where it may be now.
  func room(at now: Double) -> Double {
    let recent = recent(at: now)
    return recent.count < Self.timesADay ? -.infinity : recent[recent.count - Self.timesADay] + Self.day
  }

  /// The time at which the minimum distance from the last reload has passed.
  func distance(at now: Double) -> Double { (recent(at: now).last ?? -.infinity) + Self.spacing }

  mutating func use(at now: Double) { asked = recent(at: now).suffix(Self.timesADay - 1) + [now] }

  /// A clock that was set back makes times of the future: they do not count.
  private func recent(at now: Double) -> [Double] { asked.filter { $0 <= now && $0 > now - Self.day } }
}
