// SPDX-License-Identifier: Apache-2.0
import AccessModel
import AppModel
import BrokerClient
import Clocks
import ConsentModel
import Events
import JSONCoding
import PrivacyReports
import Threads

// What apps used, where the owner has that written down.

extension InstanceWatcher {
  /// East and west of Greenwich.
  private static let offsets = -1439...1439

  /// Added up here: a page asks for the lines that it shows.
  func accesses(_ minutes: Substring) throws(ConsoleFailure) -> JSONValue {
    let offset = try Self.offset(minutes)
    let log = try refreshAccesses()
    let names = appNames()
    return ledger.withLock { known in
      let report = PrivacyReport(
        known.records, now: WallClock.milliseconds, offset: offset, since: log.since, names: names)
      return report.json(isOn: log.isOn)
    }
  }

  /// Lines from one on, those of a day, an app or a service where one is named.
  func accessEvents(_ parameters: [Substring]) throws(ConsoleFailure) -> JSONValue {
    let query = try AccessQuery(parameters, Self.offset(parameters[0]))
    _ = try refreshAccesses()
    let names = appNames()
    let (events, total) = ledger.withLock { known in
      known.records.events(
        query.filter, from: query.first, atMost: AccessQuery.most, now: WallClock.milliseconds, offset: query.offset)
    }
    return .members(["total": .number(total), "events": .array(events.map { $0.json(named: names[$0.app]) })])
  }

  /// Hosts from one on: those that were contacted most come first.
  func accessHosts(_ parameters: [Substring]) throws(ConsoleFailure) -> JSONValue {
    let query = try AccessQuery(parameters, Self.offset(parameters[0]))
    _ = try refreshAccesses()
    let names = appNames()
    let report = ledger.withLock { known in
      PrivacyReport(known.records, now: WallClock.milliseconds, offset: query.offset, since: 0, names: names)
    }
    let hosts = report.hosts(query.filter)
    return .members([
      "total": .number(hosts.count),
      "hosts": .array(hosts.dropFirst(query.first).prefix(AccessQuery.most).map { $0.json(names, query.filter.day) }),
    ])
  }

  /// Apps that are gone have no other name than their identifier.
  private func appNames() -> [String: String] {
    Dictionary(((try? broker.installedApps()) ?? []).map { ($0.identifier, $0.description.name) }) { $1 }
  }

  private static func offset(_ minutes: Substring) throws(ConsoleFailure) -> Int {
    guard let minutes = Int(minutes), offsets.contains(minutes) else { throw .badRequest }
    return minutes * 60
  }

  /// Exports accesses as Apple's report does, in the time of a place so many minutes east of Greenwich.
  func exportAccesses(_ minutes: Substring) throws(ConsoleFailure) -> [UInt8] {
    let offset = try Self.offset(minutes)
    do throws(BrokerClientError) {
      // Of one that changed while they were asked for, the later record counts. The newest first.
      let records = Dictionary(try broker.accesses().records.map { ($0.identifier, $0) }) { $1 }.values
      let lines = records.sorted { $0.began > $1.began }.flatMap { $0.exported(offset: offset) }
      return Array(lines.map { $0 + "\n" }.joined().utf8)
    } catch {
      throw .broker(error)
    }
  }

  func setAccessLog(_ word: String) throws(ConsoleFailure) {
    guard ["on", "off"].contains(word) else { throw .badRequest }
    do { try broker.setAccessLog(isOn: word == "on") } catch { throw .broker(error) }
    _ = try refreshAccesses()
    state.change { $0.accesses += 1 }
  }

  // MARK: - News

  /// Asks for what is new, and for nothing that is known.
  @discardableResult
  private func refreshAccesses() throws(ConsoleFailure) -> AccessLogState {
    do throws(BrokerClientError) {
      return try ledger.withLock { known throws(BrokerClientError) in
        let log = try broker.accessLog()
        // What was erased is not kept here.
        if !log.isOn || known.since != log.since { known = KnownAccesses(since: log.since) }
        guard log.isOn else { return log }
        let now = WallClock.milliseconds
        known.revision = try broker.accesses(after: known.revision) { known.records.add($0, now: now) }
        known.records.forget(before: now - AccessLogState.milliseconds)
        return log
      }
    } catch {
      throw .broker(error)
    }
  }

  /// Windows are told when apps use something, and what is in use. Without a window nothing of it is kept here.
  func followAccesses() {
    // A page may have asked for what is new before it is told here.
    var told: UInt64 = 0
    while !hasStopped {
      do {
        guard state.hasWindows, try refreshAccesses().isOn else {
          ledger.withLock { $0 = KnownAccesses() }
          state.change { $0.inUse = [] }
          _ = try? Poll.readable([], within: .seconds(1))
          continue
        }
        let (known, used) = ledger.withLock { ($0.revision, $0.records.inUse) }
        let names = used.isEmpty ? [:] : appNames()
        let shown = used.prefix(UseNow.most).map { UseNow($0, named: names[$0.app]) }
        let isNew = known != told
        told = known
        state.change { (state) in
          state.inUse = shown
          if isNew { state.accesses += 1 }
        }
        _ = try broker.accesses(after: known, seconds: Self.wait) { _ in }
      } catch {
        state.change { $0.inUse = [] }
        _ = try? Poll.readable([], within: .seconds(1))
      }
    }
  }
}

/// What the console knows of accesses, as of a revision of the log.
struct KnownAccesses {
  var records = AccessLedger()
  var revision: UInt64 = 0
  /// The moment since when the log is on that the accesses are of.
  var since: Int64 = 0

  init(since: Int64 = 0) { self.since = since }
}
