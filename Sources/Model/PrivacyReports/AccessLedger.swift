// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import ConsentModel

/// The accesses of apps, kept small: a record takes 40 bytes however long the names in it are, and a record that comes
/// again because it changed takes the place of what it was.
package struct AccessLedger: Sendable {
  struct Entry {
    let began: Int64
    /// `goesOn` while it does.
    var ended: Int64
    let app: UInt32
    let subject: UInt32
    var hits: UInt32
    var refused: UInt32

    static let goesOn = Int64.max
  }

  /// The entries; the subject of connections is the host, and of all else the service.
  private(set) var entries: [Entry] = []
  private(set) var apps: [String] = []
  private(set) var subjects: [AccessRecord.Kind] = []
  private var appNumbers: [String: UInt32] = [:]
  private var subjectNumbers: [AccessRecord.Kind: UInt32] = [:]
  /// The positions of entries that may change: accesses that go on, and connections and secrets, which are counted
  /// together.
  private var places: [[UInt8]: Int] = [:]
  /// The beginning of the first of all.
  private var oldest = Int64.max

  /// The time for which a record of connections may change.
  private static let changing: Int64 = 2 * 86_400_000

  package init() {}

  package var count: Int { entries.count }

  package mutating func add(_ records: [AccessRecord], now: Int64) {
    for record in records { add(record, now: now) }
  }

  private mutating func add(_ record: AccessRecord, now: Int64) {
    let entry = Entry(
      began: record.began, ended: record.ended ?? Entry.goesOn, app: number(of: record.app),
      subject: number(of: record.kind), hits: record.hits, refused: record.refused)
    let place = places[record.identifier]
    if let place { entries[place] = entry } else { entries.append(entry) }
    oldest = min(oldest, record.began)
    if record.ended == nil || record.kind.isCounted && record.began > now - Self.changing {
      places[record.identifier] = place ?? entries.count - 1
    } else if place != nil {
      places[record.identifier] = nil
    }
  }

  private mutating func number(of app: String) -> UInt32 {
    if let number = appNumbers[app] { return number }
    apps.append(app)
    appNumbers[app] = UInt32(apps.count - 1)
    return UInt32(apps.count - 1)
  }

  private mutating func number(of kind: AccessRecord.Kind) -> UInt32 {
    if let number = subjectNumbers[kind] { return number }
    subjects.append(kind)
    subjectNumbers[kind] = UInt32(subjects.count - 1)
    return UInt32(subjects.count - 1)
  }

  /// Leaves what was over before a moment; names are kept.
  package mutating func forget(before moment: Int64) {
    guard oldest < moment else { return }
    var moved = [Int?](repeating: nil, count: entries.count)
    var kept: [Entry] = []
    for (index, entry) in entries.enumerated() where entry.ended >= moment {
      moved[index] = kept.count
      kept.append(entry)
    }
    places = places.compactMapValues { moved[$0] }
    // What began earlier and reaches into the time that is kept is no reason to look again.
    oldest = kept.lazy.map { max($0.began, moment) }.min() ?? .max
    entries = kept
  }

  /// The accesses that go on, an app and a service once, the latest first.
  package var inUse: [AccessEvent] {
    var seen: Set<UInt64> = []
    return entries.lazy.filter { $0.ended == Entry.goesOn }.sorted { $0.began > $1.began }
      .filter { seen.insert(UInt64($0.app) << 32 | UInt64($0.subject)).inserted }.map(event)
  }

  func event(_ entry: Entry) -> AccessEvent {
    AccessEvent(
      app: apps[Int(entry.app)], kind: subjects[Int(entry.subject)], began: entry.began,
      ended: entry.ended == Entry.goesOn ? nil : entry.ended, hits: Int(entry.hits), refused: Int(entry.refused))
  }
}

/// An event of the access log.
package struct AccessEvent: Sendable, Equatable {
  package let app: String
  package let kind: AccessRecord.Kind
  /// The beginning in milliseconds since 1970.
  package let began: Int64
  /// The moment of the end; nil while it goes on.
  package let ended: Int64?
  package let hits: Int
  package let refused: Int
}

extension AccessRecord.Kind {
  /// Whether several are counted in one record, which comes again with each.
  var isCounted: Bool {
    switch self {
    case .network, .secret: true
    case .access, .emptySource: false
    }
  }
}
