// SPDX-License-Identifier: Apache-2.0
import AccessModel
import ConsentModel

/// Adds a ledger up, one pass over all of it. Names have numbers there, so nothing is looked up by a text.
struct ReportSums {
  private struct Collected {
    /// The uses by the number of what was used.
    var uses: [Int: PrivacyReport.Use] = [:]
    var network = PrivacyReport.Days()
    var hosts: Set<Int> = []
    var refused = 0
    var last: Int64 = 0
    var isUsed = false
  }

  private let now: Int64
  private let offset: Int
  private let today: Int
  private var collected: [Collected]
  private(set) var hosts: [PrivacyReport.Host] = []
  private(set) var uses = PrivacyReport.Days()
  private(set) var connections = PrivacyReport.Days()
  /// The place of each of the ledger's subjects: the host, or what was used.
  private var places: [Place] = []

  private enum Place {
    case host(Int)
    case use(Int, PrivacyReport.Subject)
  }

  init(_ ledger: AccessLedger, now: Int64, offset: Int) {
    (self.now, self.offset, today) = (now, offset, CivilTime.dayNumber(now, offset: offset))
    collected = Array(repeating: Collected(), count: ledger.apps.count)
    var (found, known): ([PrivacyReport.Subject: Int], [String: Int]) = ([:], [:])
    for kind in ledger.subjects {
      guard case .network(let activity) = kind else {
        let subject = PrivacyReport.Subject(kind)
        let number = found[subject] ?? found.count
        found[subject] = number
        places.append(.use(number, subject))
        continue
      }
      let number = known[activity.domain] ?? hosts.count
      if number == hosts.count {
        hosts.append(PrivacyReport.Host(domain: activity.domain, isTracker: activity.isTracker))
      } else if activity.isTracker {
        hosts[number].isTracker = true
      }
      known[activity.domain] = number
      places.append(.host(number))
    }
  }

  mutating func add(_ ledger: AccessLedger) {
    for entry in ledger.entries {
      let last = entry.ended == AccessLedger.Entry.goesOn ? now : entry.ended
      let moment = ledger.moment(of: entry, now: now)
      let day = PrivacyReport.day(of: moment, today: today, offset: offset)
      let app = Int(entry.app)
      collected[app].isUsed = true
      collected[app].last = max(collected[app].last, last)
      switch places[Int(entry.subject)] {
      case .host(let host): add(entry, of: app, to: host, on: day, last, ledger)
      case .use(let number, let subject):
        var use = collected[app].uses[number] ?? PrivacyReport.Use(subject: subject)
        let isSecret = subject == .secrets
        let times = isSecret ? Int(entry.hits) : 1
        use.days.counts[day] += times
        use.last = max(use.last, last)
        // Reading takes no time.
        use.milliseconds += isSecret ? 0 : max(0, last - entry.began)
        if entry.ended == AccessLedger.Entry.goesOn { use.running += 1 }
        collected[app].uses[number] = use
        switch subject {
        case .service, .secrets: uses.counts[day] += times
        case .empty, .network: break
        }
      }
    }
  }

  private mutating func add(
    _ entry: AccessLedger.Entry, of app: Int, to host: Int, on day: Int, _ last: Int64, _ ledger: AccessLedger
  ) {
    let (hits, refused) = (Int(entry.hits), Int(entry.refused))
    collected[app].network.counts[day] += hits
    collected[app].refused += refused
    if collected[app].hosts.insert(host).inserted { hosts[host].apps.insert(ledger.apps[app]) }
    hosts[host].days.counts[day] += hits
    hosts[host].hits += hits
    hosts[host].refused += refused
    hosts[host].last = max(hosts[host].last, last)
    connections.counts[day] += hits
  }

  func apps(_ ledger: AccessLedger, _ names: [String: String]) -> [PrivacyReport.App] {
    zip(ledger.apps, collected).compactMap { identifier, collected in
      guard collected.isUsed else { return nil }
      var app = PrivacyReport.App(identifier: identifier, name: names[identifier] ?? identifier)
      app.uses = collected.uses.values.sorted { ($1.days.total, $0.title) < ($0.days.total, $1.title) }
      (app.network, app.hosts, app.refused) = (collected.network, collected.hosts.count, collected.refused)
      app.last = collected.last
      return app
    }
  }
}
