// SPDX-License-Identifier: Apache-2.0
import AccessModel

/// The filter of a ledger's lines. What is nil is wanted whatever it is.
package struct AccessFilter: Sendable, Equatable {
  /// The day of the week that is shown: 0 is the first of the seven, which has all that reaches into it.
  package var day: Int?
  package var app: String?
  package var subject: PrivacyReport.Subject?

  package init(day: Int? = nil, app: String? = nil, subject: PrivacyReport.Subject? = nil) {
    self.day = day
    self.app = app
    self.subject = subject
  }
}

extension AccessLedger {
  /// Some lines, the newest first, and how many there are in all.
  package func events(
    _ filter: AccessFilter, from first: Int, atMost limit: Int, now: Int64, offset: Int
  ) -> (events: [AccessEvent], total: Int) {
    let today = CivilTime.dayNumber(now, offset: offset)
    let app = filter.app.map { apps.firstIndex(of: $0) ?? apps.count }
    let isWanted = subjects.map { filter.subject == nil || PrivacyReport.Subject($0) == filter.subject }
    var found: [(moment: Int64, place: Int)] = []
    for (index, entry) in entries.enumerated() {
      guard app == nil || Int(entry.app) == app, isWanted[Int(entry.subject)] else { continue }
      let moment = moment(of: entry, now: now)
      if let day = filter.day, PrivacyReport.day(of: moment, today: today, offset: offset) != day { continue }
      found.append((moment, index))
    }
    found.sort { ($1.moment, $1.place) < ($0.moment, $0.place) }
    let wanted = found.dropFirst(max(0, first)).prefix(limit)
    return (wanted.map { event(entries[$0.place]) }, found.count)
  }

  /// The time at which an access began; for connections and secrets, that of the last.
  func moment(of entry: Entry, now: Int64) -> Int64 {
    guard subjects[Int(entry.subject)].isCounted else { return entry.began }
    return entry.ended == Entry.goesOn ? now : entry.ended
  }
}
