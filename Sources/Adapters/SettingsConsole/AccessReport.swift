// SPDX-License-Identifier: Apache-2.0
import AccessModel
import AppModel
import BrokerClient
import Clocks
import ConsentModel
import Events
import JSONCoding
import PrivacyReports

// What apps used, where the owner has that written down.

extension InstanceWatcher {
  private static let mostRecords = 20_000
  /// East and west of Greenwich.
  private static let offsets = -1439...1439

  func accesses() throws(ConsoleFailure) -> JSONValue {
    do throws(BrokerClientError) {
      let log = try broker.accessLog()
      let records = log.isOn ? try Self.latest(broker.accesses().records) : []
      // Apps that are gone have no other name than their identifier.
      let names = Dictionary(((try? broker.installedApps()) ?? []).map { ($0.identifier, $0.description.name) }) { $1 }
      return .members([
        "on": .bool(log.isOn), "since": .number(Int(clamping: log.since)),
        "now": .number(WallClock.seconds * 1000), "days": .number(AccessLogState.days),
        "records": .array(records.prefix(Self.mostRecords).map { $0.json(named: names[$0.app]) }),
        "more": .number(max(0, records.count - Self.mostRecords)),
      ])
    } catch {
      throw .broker(error)
    }
  }

  /// As Apple's report is exported, in the time of a place so many minutes east of Greenwich.
  func exportAccesses(_ minutes: Substring) throws(ConsoleFailure) -> [UInt8] {
    guard let minutes = Int(minutes), Self.offsets.contains(minutes) else { throw .badRequest }
    do throws(BrokerClientError) {
      let lines = try Self.latest(broker.accesses().records).flatMap { $0.exported(offset: minutes * 60) }
      return Array(lines.map { $0 + "\n" }.joined().utf8)
    } catch {
      throw .broker(error)
    }
  }

  func setAccessLog(_ word: String) throws(ConsoleFailure) {
    guard ["on", "off"].contains(word) else { throw .badRequest }
    do { try broker.setAccessLog(isOn: word == "on") } catch { throw .broker(error) }
    state.change { $0.accesses += 1 }
  }

  /// Of one that changed while they were asked for, the later record counts. The newest first.
  private static func latest(_ records: [AccessRecord]) -> [AccessRecord] {
    Dictionary(records.map { ($0.identifier, $0) }) { $1 }.values.sorted { $0.began > $1.began }
  }

  /// Windows are told when apps use something.
  func followAccesses() {
    var known: UInt64 = 0
    while !hasStopped {
      do {
        guard state.hasWindows, try broker.accessLog().isOn else {
          known = 0
          _ = try? Poll.readable([], within: .seconds(1))
          continue
        }
        let now = try broker.accesses(after: known, seconds: Self.wait).revision
        if now != known { state.change { $0.accesses += 1 } }
        known = now
      } catch {
        known = 0
        _ = try? Poll.readable([], within: .seconds(1))
      }
    }
  }
}

extension AccessRecord {
  fileprivate func json(named name: String?) -> JSONValue {
    var members = [
      JSONValue.Member("app", .string(VisibleWord.line(app))),
      JSONValue.Member("name", .string(VisibleWord.line(name ?? app))),
      JSONValue.Member("began", .number(Int(clamping: began))),
      JSONValue.Member("ended", ended.map { .number(Int(clamping: $0)) } ?? .null),
    ]
    switch kind {
    case .access(let service): members.append(JSONValue.Member("service", .string(service.name)))
    case .emptySource(let service):
      members.append(JSONValue.Member("service", .string(service.name)))
      members.append(JSONValue.Member("empty", .bool(true)))
    case .network(let activity):
      members.append(JSONValue.Member("domain", .string(VisibleWord.line(activity.domain))))
      members.append(JSONValue.Member("tracker", .bool(activity.isTracker)))
      members.append(JSONValue.Member("hits", .number(Int(hits))))
      members.append(JSONValue.Member("refused", .number(Int(refused))))
    }
    return .object(members)
  }
}
