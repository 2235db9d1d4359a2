// SPDX-License-Identifier: Apache-2.0
package import ProxyRules
package import Sockets
package import SystemCalls

/// The proxy's or the connector's way to `bailey-run`, which knows what the person allowed the app.
package final class RuntimeChannel: Sendable {
  private let socket: PacketSocket
  private let answers = PendingAnswers<Bool>()

  package init(_ socket: consuming PacketSocket) { self.socket = socket }

  /// The first message of a start.
  package struct Beginning: ~Copyable {
    package let rules: NetworkRules
    /// The most connections at one time.
    package let connections: Int
    /// The socket to which the app connects; nil for the connector.
    package var listener: FileDescriptor?
    /// The descriptor by which packets of the app's network leave it; nil where programs reach the network through the
    /// proxy alone.
    package var tunnel: FileDescriptor?
  }

  /// The first message. To be called once, before anything else. Nil where `bailey-run` has gone or says something else.
  package func beginning() -> Beginning? {
    var trackers: Set<HostName> = []
    var (everything, local) = (false, false)
    var exceptions: [HostName: TransportSecurity.Exception] = [:]
    var tunnel: FileDescriptor?
    while true {
      var attached: FileDescriptor?
      switch ProxyOrder.next(from: socket, attached: &attached) {
      case .trackers(let more)?: trackers.formUnion(more)
      case .security(let allowsEverything, let allowsLocal)?: (everything, local) = (allowsEverything, allowsLocal)
      case .exceptions(let more)?: exceptions.merge(more) { $1 }
      case .tunnel?: tunnel = attached.take()
      case .begin(let connections)?:
        let security = TransportSecurity(allowsEverything: everything, allowsLocal: local, exceptions: exceptions)
        return Beginning(
          rules: NetworkRules(trackers: trackers, security: security), connections: Int(connections),
          listener: attached.take(), tunnel: tunnel.take())
      case .answer?, .changed?, nil: return nil
      }
    }
  }

  /// Asks `bailey-run`. The answer is no where none comes.
  package func allows(_ question: ProxyQuestion) -> Bool {
    answers.answer { (number) throws(SystemError) in
      try ProxyReport.ask(number: number, question).send(on: socket)
    } ?? false
  }

  /// A `bailey-run` that has gone writes nothing down, and nothing is connected any more either.
  package func use(_ host: HostName, _ outcome: ConnectionOutcome) {
    try? ProxyReport.used(host, outcome).send(on: socket)
  }

  /// Takes answers until `bailey-run` has gone. `changed` must not wait for one: it is called on the thread that takes them.
  package func follow(_ changed: () -> Void) {
    while true {
      switch ProxyOrder.next(from: socket) {
      case .answer(let number, let isAllowed)?: answers.give(isAllowed, to: number)
      case .changed?: changed()
      case .trackers?, .security?, .exceptions?, .begin?, .tunnel?, nil: return answers.end()
      }
    }
  }
}
