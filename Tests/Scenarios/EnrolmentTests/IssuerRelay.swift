// SPDX-License-Identifier: Apache-2.0
import Foundation
import StreamSockets
import Testing
import Threads
import WebClient
import WebServer

/// A moment of an enrolment, as it is seen between the machine and the issuer.
enum EnrolmentMoment: CaseIterable, Sendable {
  /// The machine has asked, and the issuer has not heard it.
  case asked
  /// The issuer has answered, and the machine has not heard it.
  case challenged
  /// The machine has given back the secret, and the issuer has not heard it.
  case proved
  /// The issuer has enrolled the machine, which has not heard it.
  case enrolled
  /// The machine has heard it, and is about to keep it.
  case keeping
}

/// Stands between a machine and the issuer, and has something done once, at a moment of an enrolment.
final class IssuerRelay: Sendable {
  typealias Action = @Sendable () -> Void

  private let server: WebServer
  private let planned: Locked<(moment: EnrolmentMoment, action: Action)?>

  /// Where machines reach the issuer.
  var address: String { "http://\(server.name)" }

  init(to port: Int) throws {
    let planned = Locked<(moment: EnrolmentMoment, action: Action)?>(nil)
    var limits = WebLimits()
    // What asks for an instance of root's is nobody.
    limits.peers = .everyone
    server = try WebServer(try LoopbackListener(port: 0), limits: limits) { request in
      Self.answer(request, port) { moment in
        let action = planned.withLock { next -> Action? in
          guard let due = next, due.moment == moment else { return nil }
          next = nil
          return due.action
        }
        action?()
      }
    }
    self.planned = planned
  }

  func plan(_ moment: EnrolmentMoment, _ action: @escaping Action) { planned.withLock { $0 = (moment, action) } }

  /// Whether what was planned has not happened.
  var isPlanned: Bool { planned.withLock { $0 != nil } }

  func stop() { server.stop() }

  private static func answer(
    _ request: WebRequest, _ port: Int, _ at: @escaping @Sendable (EnrolmentMoment) -> Void
  ) -> WebResponse {
    let isFirst = request.path == "/attest/enroll"
    let isLast = request.path == "/attest/enroll/finish"
    if isFirst { at(.asked) }
    if isLast { at(.proved) }
    let body = request.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    // The issuer answers those alone who know it by its own address.
    let headers = [("Content-Type", "application/json"), ("Host", request.headers["host"] ?? "")]
    let question = WebClientRequest("http://127.0.0.1:\(port)\(request.path)", body: body, headers: headers)
    guard let answer = try? WebClient(admitting: { _, _ in true }).send(question) else { return WebResponse(503) }
    if isFirst { at(.challenged) }
    if isLast {
      at(.enrolled)
      Thread.detachNewThread {
        usleep(.random(in: 0...60_000))
        at(.keeping)
      }
    }
    return WebResponse(
      UInt16(answer.status), .bytes(answer.body), headers: [("Content-Type", "application/json")])
  }
}
