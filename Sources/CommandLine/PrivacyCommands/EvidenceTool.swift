// SPDX-License-Identifier: Apache-2.0
import AccessModel
import Advice
import AppModel
import AppNames
import BrokerClient
import BrokerMessages
import Clocks
import ConsentModel
import InstanceAccess
import JSONCoding
import OwnProcess
import PrivacyReports
import SystemCalls
package import TerminalConsole

/// Carries out the commands that show what apps used.
package struct EvidenceTool {
  private let console: Console
  private let client: BrokerClient

  private static let wait: UInt16 = 20

  package static func run(_ action: EvidenceAction, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      try EvidenceTool(console: console, client: BrokerAccess.open()).carryOut(action)
    }
  }

  private func carryOut(_ action: EvidenceAction) throws(CommandFailure) {
    switch action {
    case .record(nil): show(try asking { () throws(BrokerClientError) in try client.accessLog() })
    case .record(let isOn?):
      try asking { () throws(BrokerClientError) in try client.setAccessLog(isOn: isOn) }
      console.print(
        isOn ? "What apps use is written down from now on." : "Nothing is written down now; what was is erased.")
    case .log(let app, let follows, let form): try log(app, follows, form)
    case .report(let output): try report(output)
    case .declarations: break
    case .locationShow:
      let source = try asking { () throws(BrokerClientError) in try client.locationSource() }
      console.print(source.map(Self.words) ?? "Nothing says where this computer is.")
    case .locationSet(let text):
      let isPath = text.hasPrefix("/") || text.hasPrefix(".")
      guard let source = LocationSource(isPath ? Environment.canonicalPath(text) ?? text : text) else {
        throw .particular(
          "'\(Printable.oneLine(text))' is neither LATITUDE,LONGITUDE in degrees nor the path of a file, nor geoclue.\n"
            + "Try: bailey privacy location set 41.9,12.5",
          .usage)
      }
      try asking { () throws(BrokerClientError) in try client.setLocationSource(source) }
      console.print("Apps that you allow it are told: \(Self.words(source)).")
    case .locationRemove:
      try asking { () throws(BrokerClientError) in try client.setLocationSource(nil) }
      console.print("Nothing says where this computer is now.")
    }
  }

  private static func words(_ source: LocationSource) -> String {
    source == .geoclue ? "what GeoClue knows" : Printable.oneLine(source.text)
  }

  private func show(_ state: AccessLogState) {
    let since = CivilTime(state.since, offset: WallClock.offset)
    console.print(
      state.isOn
        ? "What apps use is written down, since \(since.dayText) \(since.clockText)."
        : "What apps use is not written down.\nTry: bailey privacy record on")
  }

  /// For whoever waits for a file, or reads what a script prints.
  private static let nothing = CommandFailure.particular(
    "What apps use is not written down, so that there is nothing to report.\nTry: bailey privacy record on", .failed)

  // MARK: - The log

  /// The identifier, of an app that is gone too while it is remembered what it used.
  private func identifier(of word: String) throws(CommandFailure) -> String {
    let records = try asking { () throws(BrokerClientError) in try client.accesses() }.records
    let logged = Set(records.map(\.app)).sorted().map {
      $0.hasPrefix("/") ? NamedApp(program: $0) : NamedApp(gone: $0)
    }
    return try PrivacyDirectory(client, remembering: logged).app(word).identifier
  }

  private func log(_ word: String?, _ follows: Bool, _ form: EvidenceAction.LogForm) throws(CommandFailure) {
    let app = try word.map { (word) throws(CommandFailure) in try identifier(of: word) }
    let state = try asking { () throws(BrokerClientError) in try client.accessLog() }
    guard state.isOn else {
      guard form == .text else { throw Self.nothing }
      return show(state)
    }
    var (revision, seconds): (UInt64, UInt16) = (0, 0)
    var known: [[UInt8]: AccessRecord] = [:]
    repeat {
      let (after, wait) = (revision, seconds)
      let page = try asking { () throws(BrokerClientError) in try client.accesses(after: after, seconds: wait) }
      let records = page.records.filter { app == nil || $0.app == app }
      if form == .text {
        for record in records {
          print(record, known[record.identifier])
          known[record.identifier] = record
        }
      } else {
        // In one go a record that changed while it was read would be there twice.
        for record in follows ? records : Self.latest(records) {
          for line in record.exported(offset: WallClock.offset) { console.print(line) }
        }
      }
      revision = page.revision
      seconds = Self.wait
    } while follows
  }

  private static func latest(_ records: [AccessRecord]) -> [AccessRecord] {
    var last: [[UInt8]: Int] = [:]
    for (index, record) in records.enumerated() { last[record.identifier] = index }
    return records.enumerated().filter { last[$0.element.identifier] == $0.offset }.map(\.element)
  }

  private func print(_ record: AccessRecord, _ before: AccessRecord?) {
    let offset = WallClock.offset
    func moment(_ time: Int64) -> String {
      let time = CivilTime(time, offset: offset)
      return "\(time.dayText) \(time.clockText)"
    }
    let app = Printable.oneLine(record.app)
    switch record.kind {
    case .access(let service), .emptySource(let service):
      let isEmpty = record.kind == .emptySource(service)
      let title = service.reportTitle + (isEmpty ? " (an empty source)" : "")
      switch (record.ended, before) {
      case (nil, _): console.print("\(moment(record.began))  \(app)  \(title)  began")
      case (let ended?, _?): console.print("\(moment(ended))  \(app)  \(title)  ended")
      case (let ended?, nil):
        let length = PrivacyReport.length(ended - record.began)
        console.print("\(moment(record.began))  \(app)  \(title)\(length.isEmpty ? "" : "  for \(length)")")
      }
    case .secret(let label):
      let secret = label.isEmpty ? "another password" : "the password “\(Printable.oneLine(label))”"
      let times = record.hits > 1 ? ", \(record.hits) times in all" : ""
      console.print(
        "\(moment(record.ended ?? record.began))  \(app)  read \(secret)\(times)  (\(PrivacyReport.programsTier))")
    case .network(let activity):
      let host = activity.domain.isEmpty ? "other hosts" : Printable.oneLine(activity.domain)
      let refused = record.refused > (before?.refused ?? 0)
      let (hits, all) = (record.hits - min(record.hits, before?.hits ?? 0), record.hits)
      let what = [
        hits > 0 ? "contacted" + (all > 1 ? ", \(all) times in all" : "") : "",
        refused ? "refused" + (record.refused > 1 ? ", \(record.refused) times in all" : "") : "",
        activity.isTracker ? "follows people" : "",
      ].filter { !$0.isEmpty }
      console.print("\(moment(record.ended ?? record.began))  \(app)  \(host)  \(what.joined(separator: ", "))")
    }
  }

  // MARK: - The report

  private func report(_ output: EvidenceAction.ReportOutput) throws(CommandFailure) {
    let state = try asking { () throws(BrokerClientError) in try client.accessLog() }
    guard state.isOn else {
      guard output == .text else { throw Self.nothing }
      return show(state)
    }
    let page = try asking { () throws(BrokerClientError) in try client.accesses() }
    let apps = (try? client.installedApps()) ?? []
    let names = Dictionary(apps.map { ($0.identifier, $0.description.name) }, uniquingKeysWith: { first, _ in first })
    let report = PrivacyReport(
      page.records, now: WallClock.milliseconds, offset: WallClock.offset, since: state.since, names: names)
    switch output {
    case .text: for line in report.lines(printable: Printable.oneLine) { console.print(line) }
    case .json: console.print(report.json)
    case .html(let file):
      do throws(SystemError) { try Replacement.write(Array(report.html.utf8), to: file) } catch {
        throw .file(path: file, error)
      }
      console.print("The report is in \(Printable.oneLine(file)).")
    }
  }

  private func asking<Result>(_ body: () throws(BrokerClientError) -> Result) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw .broker(error) }
  }
}

extension PrivacyReport {
  fileprivate var json: JSONValue {
    .members([
      "from": .string(day(0).dayText),
      "to": .string(day(AccessLogState.days - 1).dayText),
      "uses": .array(uses.counts.map { .number($0) }),
      "connections": .array(connections.counts.map { .number($0) }),
      "apps": .array(
        apps.map { app in
          .members([
            "identifier": .string(app.identifier), "name": .string(app.name),
            "uses": .array(
              app.uses.map { use in
                .members([
                  "what": .string(use.title), "days": .array(use.days.counts.map { .number($0) }),
                  "milliseconds": .number(Int(use.milliseconds)), "running": .number(use.running),
                ])
              }),
            "connections": .array(app.network.counts.map { .number($0) }), "hosts": .number(app.hosts),
            "refused": .number(app.refused),
          ])
        }),
      "hosts": .array(
        hosts.map { host in
          .members([
            "domain": .string(host.domain), "tracker": .bool(host.isTracker), "hits": .number(host.hits),
            "refused": .number(host.refused), "apps": .strings(host.apps.sorted()),
          ])
        }),
    ])
  }
}
