// SPDX-License-Identifier: Apache-2.0
package import AccessModel
package import ConsentModel

/// Seven days of what apps used, added up.
package struct PrivacyReport: Sendable {
  /// The numbers of uses on each day, the last one being today.
  package struct Days: Sendable, Equatable {
    package var counts = [Int](repeating: 0, count: AccessLogState.days)
    package var total: Int { counts.reduce(0, +) }
  }

  /// The subject of an access: a service, or its empty stand-in, or the network.
  package enum Subject: Sendable, Hashable {
    case service(ConsentService)
    case empty(ConsentService)
    case network
    /// Secrets that programs of the desktop keep.
    case secrets

    /// Services that people know by one name are one.
    package init(_ kind: AccessRecord.Kind) {
      switch kind {
      case .access(let service): self = .service(service.reported)
      case .emptySource(let service): self = .empty(service.reported)
      case .network: self = .network
      case .secret: self = .secrets
      }
    }
  }

  /// A use by an app.
  package struct Use: Sendable {
    package let subject: Subject
    package var days = Days()
    package var last: Int64 = 0
    package var milliseconds: Int64 = 0
    /// The number of uses that still go on.
    package var running = 0

    package var title: String {
      switch subject {
      case .service(let service): service.reportTitle
      case .empty(let service): service.reportTitle + " (empty)"
      case .network: "Network"
      case .secrets: "Passwords"
      }
    }
  }

  package struct App: Sendable {
    package let identifier: String
    package let name: String
    package var uses: [Use] = []
    /// Connections that were made.
    package var network = Days()
    package var hosts = 0
    package var refused = 0
    /// The time of the last use.
    package var last: Int64 = 0
    /// Whether the row is a program of the desktop, outside of any sandbox: see `programsTier`.
    package var isProgram: Bool { uses.contains { $0.subject == .secrets } }
    package var total: Int { uses.reduce(0) { $0 + $1.days.total } + network.total }
  }

  package struct Host: Sendable {
    package let domain: String
    package var isTracker: Bool
    /// Connections that were made.
    package var days = Days()
    package var hits = 0
    package var refused = 0
    package var apps: Set<String> = []
    package var last: Int64 = 0
  }

  /// How far it is known who reads secrets.
  package static let programsTier = "not sandboxed: a program of the same user can pretend to be it"

  package let now: Int64
  package let offset: Int
  /// Milliseconds since 1970; 0 where nothing is written down.
  package let since: Int64
  /// The apps, with those that used most first.
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
    var ledger = AccessLedger()
    ledger.add(records, now: now)
    self.init(ledger, now: now, offset: offset, since: since, names: names)
  }

  package init(_ ledger: AccessLedger, now: Int64, offset: Int, since: Int64, names: [String: String] = [:]) {
    self.now = now
    self.offset = offset
    self.since = since
    today = CivilTime.dayNumber(now, offset: offset)
    var sums = ReportSums(ledger, now: now, offset: offset)
    sums.add(ledger)
    (uses, connections) = (sums.uses, sums.connections)
    apps = sums.apps(ledger, names)
      .sorted { ($1.total, $0.identifier) < ($0.total, $1.identifier) }
    hosts = sums.hosts.filter { !$0.apps.isEmpty }
      .sorted { ($1.hits, $1.refused, $0.domain) < ($0.hits, $0.refused, $1.domain) }
  }

  /// Milliseconds since 1970 of the beginning of a day, 0 being the first of the seven.
  package func day(_ index: Int) -> CivilTime {
    CivilTime(Int64(today - AccessLogState.days + 1 + index) * 86_400_000)
  }

  package func weekday(_ index: Int) -> String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][
      CivilTime.weekday(ofDay: today - AccessLogState.days + 1 + index)]
  }

  /// The index of a moment's day among the seven: what began before them and reaches into them counts for the first.
  static func day(of moment: Int64, today: Int, offset: Int) -> Int {
    let index = CivilTime.dayNumber(moment, offset: offset) - today + AccessLogState.days - 1
    return min(max(index, 0), AccessLogState.days - 1)
  }
}
