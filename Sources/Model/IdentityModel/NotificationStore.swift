// SPDX-License-Identifier: Apache-2.0

/// What a provider keeps of the notifications that it sends. Each function is one transaction.
package protocol NotificationStore: Sendable {
  /// Sets where an app is told; nil takes it away. Its clients need not be there any more.
  func setEndpoint(_ address: String?, of primaryApp: String) throws(IdentityStoreError)
  func endpoints() throws(IdentityStoreError) -> [NotificationEndpoint]

  func add(_ notification: StoredNotification) throws(IdentityStoreError)
  /// The newest first.
  func notifications(id: String?, atMost limit: Int) throws(IdentityStoreError) -> [StoredNotification]

  /// Takes one that is due, for the holder alone and until `end`; one of each app at a time. Those whose token has ended are given
  /// up before. What was decided or leased later than now is due: the clock was put back meanwhile.
  func leaseNotification(
    for holder: String, at now: Int64, until end: Int64
  ) throws(IdentityStoreError) -> LeasedNotification?
  /// Stores what became of it; nothing where the lease has ended, and another has it.
  func finish(_ lease: LeasedNotification, _ outcome: DeliveryOutcome, at now: Int64) throws(IdentityStoreError)
  /// Sends it anew, with the same identifier and another day to do so.
  func replayNotification(_ id: String, at now: Int64) throws(IdentityStoreError)
}

/// The endpoint at which the server of an app takes notifications.
package struct NotificationEndpoint: Sendable, Equatable {
  package let primaryApp: String
  package let address: String

  package init(primaryApp: String, address: String) { (self.primaryApp, self.address) = (primaryApp, address) }
}
