// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import ConsentModel

/// Seven days of what apps used, added up.
package struct PrivacyReport: Sendable {
  /// How often on each day, the last one being today.
  package struct Days: Sendable, Equatable {
    package var counts = [Int](repeating: 0, count: AccessLogState.days)
    package var total: Int { counts.reduce(0, +) }
  }

  /// One app and one thing that it used.
  package struct Use: Sendable {
    package let title: String
    package var days = Days()
    package var last: Int64 = 0
    package var milliseconds: Int64 = 0
    /// How often it still goes on.
    package var running = 0
  }

  package struct App: Sendable {
    package let identifier: String
    package let name: String
    package var uses: [Use] = []
    /// Connections that were made.
    package var network = Days()
    package var hosts = 0
    package var refused = 0
    package var total: Int { uses.reduce(0) { $0 + $1.days.total } + network.total }
  }

  package struct Host: Sendable {
    package let domain: String
    package let isTracker: Bool
    package var hits = 0
    package var refused = 0
    package var apps: Set<String> = []
    package var last: Int64 = 0
  }

  package let now: Int64
  package let offset: Int
  /// Milliseconds since 1970; 0 where nothing is written down.
  package let since: Int64
  /// Those that used most come first.
  package let apps: [App]
  package let hosts: [Host]
  /// Uses of devices and data, and connections.
  package let uses: Days
  package let connections: Days
  private let today: Int

  /// `names` are the apps' names by their identifiers. A record that changed is there more than once: the last one counts.
  package init(
    _ records: [AccessRecord], now: Int64, offset: Int, since: Int64, names: [String: String] = [:]
  ) {
    self.now = now
    self.offset = offset
    self.since = since
    let today = CivilTime.dayNumber(now, offset: offset)
    self.today = today
    var builder = Builder(now: now, offset: offset, today: today)
    for record in Self.latest(records) { builder.add(record) }
    (uses, connections) = (builder.uses, builder.connections)
    apps = builder.apps.map { identifier, collected in
      var app = App(identifier: identifier, name: names[identifier] ?? identifier)
      app.uses = collected.uses.values.sorted { ($1.days.total, $0.title) < ($0.days.total, $1.title) }
      (app.network, app.hosts, app.refused) = (collected.network, collected.hosts.count, collected.refused)
      return app
    }.sorted { ($1.total, $0.identifier) < ($0.total, $1.identifier) }
    hosts = builder.hosts.values.sorted { ($1.hits, $1.refused, $0.domain) < ($0.hits, $0.refused, $1.domain) }
  }

  /// Milliseconds since 1970 of the beginning of a day, 0 being the first of the seven.
  package func day(_ index: Int) -> CivilTime {
    CivilTime(Int64(today - AccessLogState.days + 1 + index) * 86_400_000)
  }

  package func weekday(_ index: Int) -> String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][
      CivilTime.weekday(ofDay: today - AccessLogState.days + 1 + index)]
  }

  private static func latest(_ records: [AccessRecord]) -> [AccessRecord] {
    var places: [[UInt8]: Int] = [:]
    places.reserveCapacity(records.count)
    var result: [AccessRecord] = []
    result.reserveCapacity(records.count)
    for record in records {
      if let place = places.updateValue(result.count, forKey: record.identifier) {
        places[record.identifier] = place
        result[place] = record
      } else {
        result.append(record)
      }
    }
    return result
  }
}

/// Adds records up, one pass over all of them.
private struct Builder {
  struct Collected {
    var uses: [String: PrivacyReport.Use] = [:]
    var network = PrivacyReport.Days()
    var hosts: Set<String> = []
    var refused = 0
  }

  let now: Int64
  let offset: Int
  let today: Int
  var apps: [String: Collected] = [:]
  var hosts: [String: PrivacyReport.Host] = [:]
  var uses = PrivacyReport.Days()
  var connections = PrivacyReport.Days()

  init(now: Int64, offset: Int, today: Int) {
    self.now = now
    self.offset = offset
    self.today = today
  }

  mutating func add(_ record: AccessRecord) {
    let last = record.ended ?? now
    // A day is the one on which it began; of connections the one on which the last was made.
    let moment: Int64
    if case .network = record.kind { moment = last } else { moment = record.began }
    let index = CivilTime.dayNumber(moment, offset: offset) - today + AccessLogState.days - 1
    // What began before the seven days and reaches into them counts for the first.
    let day = min(max(index, 0), AccessLogState.days - 1)
    switch record.kind {
    case .access(let service):
      add(service.reportTitle, record, on: day, last)
      uses.counts[day] += 1
    case .emptySource(let service): add(service.reportTitle + " (empty)", record, on: day, last)
    case .network(let activity):
      let hits = Int(record.hits)
      apps[record.app, default: Collected()].network.counts[day] += hits
      apps[record.app, default: Collected()].hosts.insert(activity.domain)
      apps[record.app, default: Collected()].refused += Int(record.refused)
      var host =
        hosts[activity.domain] ?? PrivacyReport.Host(domain: activity.domain, isTracker: activity.isTracker)
      host.hits += hits
      host.refused += Int(record.refused)
      host.apps.insert(record.app)
      host.last = max(host.last, last)
      hosts[activity.domain] = host
      connections.counts[day] += hits
    }
  }

  private mutating func add(_ title: String, _ record: AccessRecord, on day: Int, _ last: Int64) {
    var use = apps[record.app, default: Collected()].uses[title] ?? PrivacyReport.Use(title: title)
    use.days.counts[day] += 1
    use.last = max(use.last, last)
    use.milliseconds += max(0, last - record.began)
    if record.ended == nil { use.running += 1 }
    apps[record.app, default: Collected()].uses[title] = use
  }
}
