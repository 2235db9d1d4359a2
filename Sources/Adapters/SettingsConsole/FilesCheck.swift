// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import JSONCoding
import Sockets
import SupervisorMessages
import Threads

/// A check of the files that the owner started in the page: as far as it is, or how it ended.
struct FilesCheck: Sendable, Equatable {
  enum Stage: Sendable, Equatable { case running, finished, failed }

  private(set) var stage = Stage.running
  private var done: UInt64 = 0
  private var total: UInt64 = 0
  private var unchecked: UInt64 = 0
  private var findings: [CheckFinding] = []
  private var left = 0
  private var end = 0

  private static let mostFindings = 200

  mutating func take(_ report: CheckReport) {
    switch report {
    case .progress(let done, let total): (self.done, self.total) = (done, total)
    case .finding(let finding):
      if findings.count < Self.mostFindings { findings.append(finding) } else { left += 1 }
    case .finished(let checked, _, _, let unchecked):
      (done, total, self.unchecked, stage) = (checked, checked, unchecked, .finished)
    }
  }

  /// The reports are over, and the mount is back.
  mutating func close() {
    if stage == .running { stage = .failed }
    end = WallClock.seconds
  }

  var json: JSONValue {
    .members([
      "stage": .string("\(stage)"), "done": .number(Int(clamping: done)), "total": .number(Int(clamping: total)),
      "unchecked": .number(Int(clamping: unchecked)), "end": .number(end), "more": .number(left),
      "findings": .array(
        findings.map {
          .members([
            "path": .string(VisibleWord.line(String(decoding: $0.path, as: UTF8.self))),
            "problem": .string("\($0.problem)"), "outcome": .string("\($0.outcome)"),
          ])
        }),
    ])
  }
}

extension InstanceWatcher {
  /// Begins a check in a thread of its own. While it runs no program reaches the files.
  func startCheck() throws(ConsoleFailure) {
    guard state.startCheck() else { throw .supervisor(.refused(.busy)) }
    do {
      try SystemThread.start(named: "check") { [self] in
        // Without a supervisor there is nothing to follow, and the check counts as failed.
        try? followCheck()
        state.change { $0.check?.close() }
        refresh()
      }
    } catch {
      state.change { $0.check?.close() }
      throw .system(error)
    }
  }

  private func followCheck() throws(SupervisorClientError) {
    var supervisor = try supervisor()
    var reports = try Self.beginCheck(&supervisor)
    while let ready = try? Poll.readable([reports.socket.raw, supervisor.descriptor]), ready[0],
      let report = try? reports.receive(CheckReport.self)
    {
      state.change { $0.check?.take(report) }
    }
    // The answer comes when the mount is back.
    try supervisor.finishCheck()
  }

  /// The other end of the socket is closed here, so that the reports end with the check.
  private static func beginCheck(
    _ supervisor: inout SupervisorClient
  ) throws(SupervisorClientError) -> SupervisorConnection {
    let pair: SocketPair
    do { pair = try PacketSocket.pair() } catch { throw .closed }
    try supervisor.beginCheck(.check, reportingTo: pair.far.raw)
    return SupervisorConnection(pair.near)
  }
}
