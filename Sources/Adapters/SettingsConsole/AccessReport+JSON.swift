// SPDX-License-Identifier: Apache-2.0
import AccessModel
import ConsentModel
import JSONCoding
import PrivacyReports

/// What a page asks of the accesses: its minutes east of Greenwich, a day, an app in hexadecimal, what was used, and from where on.
/// A hyphen stands for any.
struct AccessQuery {
  static let most = 100
  let filter: AccessFilter
  let first: Int
  let offset: Int

  init(_ parameters: [Substring], _ offset: Int) throws(ConsoleFailure) {
    guard parameters.count == 5, let first = Int(parameters[4]), first >= 0 else { throw .badRequest }
    func given(_ index: Int) -> String? { parameters[index] == "-" ? nil : String(parameters[index]) }
    var filter = AccessFilter()
    if let day = given(1) {
      guard let day = Int(day), (0..<AccessLogState.days).contains(day) else { throw .badRequest }
      filter.day = day
    }
    if let app = given(2) {
      guard let bytes = [UInt8](hexadecimal: app), let name = String(validating: bytes, as: UTF8.self) else {
        throw .badRequest
      }
      filter.app = name
    }
    if let what = given(3) {
      guard let subject = PrivacyReport.Subject(name: what) else { throw .badRequest }
      filter.subject = subject
    }
    (self.filter, self.first, self.offset) = (filter, first, offset)
  }
}

/// Something that an app uses at this moment.
struct UseNow: Sendable, Equatable {
  /// An app that uses more than this at once has a row in the report all the same.
  static let most = 50
  let app: String
  let name: String
  let subject: String
  let isEmpty: Bool
  let began: Int64

  init(_ event: AccessEvent, named name: String?) {
    app = VisibleWord.line(event.app)
    self.name = VisibleWord.line(name ?? event.app)
    let subject = PrivacyReport.Subject(event.kind)
    self.subject = subject.serviceName ?? subject.name
    if case .empty = subject { isEmpty = true } else { isEmpty = false }
    began = event.began
  }

  var json: JSONValue {
    .members([
      "app": .string(app), "name": .string(name), "service": .string(subject), "empty": .bool(isEmpty),
      "began": .number(Int(clamping: began)),
    ])
  }
}

extension AccessEvent {
  func json(named name: String?) -> JSONValue {
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
    case .secret(let label):
      members.append(JSONValue.Member("secret", .string(VisibleWord.line(label))))
      members.append(JSONValue.Member("hits", .number(hits)))
    case .network(let activity):
      members.append(JSONValue.Member("domain", .string(VisibleWord.line(activity.domain))))
      members.append(JSONValue.Member("tracker", .bool(activity.isTracker)))
      members.append(JSONValue.Member("hits", .number(hits)))
      members.append(JSONValue.Member("refused", .number(refused)))
    }
    return .object(members)
  }
}

extension PrivacyReport {
  func json(isOn: Bool) -> JSONValue {
    .members([
      "on": .bool(isOn), "since": .number(Int(clamping: since)), "now": .number(Int(clamping: now)),
      "uses": uses.json, "connections": connections.json, "apps": .array(apps.map(\.json)),
      "hosts": .number(hosts.count), "trackers": .number(hosts.count { $0.isTracker }),
      "refused": .number(hosts.reduce(0) { $0 + $1.refused }),
    ])
  }

  /// The hosts that were contacted; by one app and on one day, where these are named.
  func hosts(_ filter: AccessFilter) -> [Host] {
    var found = filter.app.map { app in hosts.filter { $0.apps.contains(app) } } ?? hosts
    guard let day = filter.day else { return found }
    found.removeAll { $0.days.counts[day] == 0 }
    return found.sorted { ($1.days.counts[day], $0.domain) < ($0.days.counts[day], $1.domain) }
  }
}

extension PrivacyReport.Days {
  fileprivate var json: JSONValue { .array(counts.map { .number($0) }) }
}

extension PrivacyReport.App {
  fileprivate var json: JSONValue {
    .members([
      "app": .string(VisibleWord.line(identifier)), "name": .string(VisibleWord.line(name)),
      "uses": .array(uses.map(\.json)), "network": network.json, "hosts": .number(hosts), "refused": .number(refused),
      "last": .number(Int(clamping: last)),
    ])
  }
}

extension PrivacyReport.Use {
  fileprivate var json: JSONValue {
    var isEmpty = false
    if case .empty = subject { isEmpty = true }
    return .members([
      "service": .string(subject.serviceName ?? ""), "empty": .bool(isEmpty), "days": days.json,
      "last": .number(Int(clamping: last)), "milliseconds": .number(Int(clamping: milliseconds)),
      "running": .number(running),
    ])
  }
}

extension PrivacyReport.Host {
  /// The count is that of the day, where one is named.
  func json(_ names: [String: String], _ day: Int?) -> JSONValue {
    .members([
      "domain": .string(VisibleWord.line(domain)), "tracker": .bool(isTracker),
      "hits": .number(day.map { days.counts[$0] } ?? hits), "refused": .number(refused),
      "apps": .strings(apps.map { VisibleWord.line(names[$0] ?? $0) }.sorted()), "last": .number(Int(clamping: last)),
    ])
  }
}
