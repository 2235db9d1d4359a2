// SPDX-License-Identifier: Apache-2.0
package import EnclaveClient
package import EnclaveMessages
package import ProtectionModel
package import Sockets

/// The supervisor's side of the channel it started the enclave with.
package final class SupervisorChannel: Sendable {
  private static let timeout = Duration.seconds(30)

  private let channel: EnclaveChannel

  /// The end the enclave did not get.
  package init(adopting socket: consuming PacketSocket) {
    channel = EnclaveChannel(socket, timeout: Self.timeout)
  }

  /// The descriptor to wait on; never to read from. Once readable, call `takeEvents`.
  package var descriptor: Int32 { channel.descriptor }

  /// Waits until requests are served. `closed` means that the enclave could not start: its exit status says why.
  /// The first start measures the machine and takes a second or so.
  package func waitUntilReady(within time: Duration) throws(EnclaveClientError) {
    guard try channel.takeEvents(within: time) == [.ready] else { throw .timedOut }
    try channel.hello()
  }

  /// Hands over the enclave's ends of the two channels of a `bailey-fs` about to start; the caller closes its own copies.
  package func adopt(events: Int32, files: Int32) throws(EnclaveClientError) {
    guard case .done = try channel.exchange(.adoptEvents, attached: events) else { throw .unexpectedReply }
    guard case .done = try channel.exchange(.adoptFiles, attached: files) else { throw .unexpectedReply }
  }

  /// Adopts the channels of a `baileyd` about to start.
  package func adopt(events: Int32, broker: [Int32]) throws(EnclaveClientError) {
    guard case .done = try channel.exchange(.adoptEvents, attached: events) else { throw .unexpectedReply }
    for descriptor in broker {
      guard case .done = try channel.exchange(.adoptBroker, attached: descriptor) else { throw .unexpectedReply }
    }
  }

  /// Hands over the enclave's end of the channel of a process that may lock, and nothing else.
  package func adopt(locker: Int32) throws(EnclaveClientError) {
    guard case .done = try channel.exchange(.adoptLocker, attached: locker) else { throw .unexpectedReply }
  }

  package func status() throws(EnclaveClientError) -> EnclaveStatus {
    guard case .status(let status) = try channel.exchange(.status) else { throw .unexpectedReply }
    return status
  }

  /// Sets limits that count at once: a grace period that runs already ends as it was begun.
  package func limit(_ limits: LockLimits) throws(EnclaveClientError) { try channel.expectDone(.limitSettings(limits)) }

  package func lock(_ mode: LockMode) throws(EnclaveClientError) {
    try channel.expectDone(.lock(mode))
  }

  /// The events so far, waiting for the first at most the time given; nil waits for ever. `closed` means the enclave is
  /// gone.
  package func takeEvents(within time: Duration?) throws(EnclaveClientError) -> [EnclaveEvent] {
    try channel.takeEvents(within: time)
  }
}
