// SPDX-License-Identifier: Apache-2.0

/// A notification in the outbox: written with the change that it tells of, and kept when it was delivered or given up.
package struct StoredNotification: Sendable, Equatable {
  package enum State: Int64, Sendable, CaseIterable { case waiting, delivered, givenUp }

  /// The token's `jti`: the same in each try.
  package let id: String
  package let primaryApp: String
  package let kind: NotificationEvent.Kind
  package let subject: String
  /// The claim `events` as it is sent.
  package let events: String
  /// Milliseconds since 1970, as all times here.
  package let issuedAt: Int64
  package let expiresAt: Int64
  package var state: State = .waiting
  /// How many tries were begun.
  package var tries: Int64 = 0
  /// The time of the next try, and when that was decided.
  package var nextAt: Int64
  package var decidedAt: Int64
  package var doneAt: Int64?
  /// The outcome of the last try.
  package var status: Int64?
  package var failure: String?

  package init(_ id: String, to primaryApp: String, of event: NotificationEvent, issuedAt: Int64) {
    self.init(
      id: id, primaryApp: primaryApp, kind: event.kind, subject: event.subject, events: event.text,
      issuedAt: issuedAt, expiresAt: issuedAt + Self.life)
  }

  package init(
    id: String, primaryApp: String, kind: NotificationEvent.Kind, subject: String, events: String, issuedAt: Int64,
    expiresAt: Int64
  ) {
    (self.id, self.primaryApp, self.kind, self.subject) = (id, primaryApp, kind, subject)
    (self.events, self.issuedAt, self.expiresAt) = (events, issuedAt, expiresAt)
    (nextAt, decidedAt) = (issuedAt, issuedAt)
  }

  /// A notification's token is good for a day.
  package static let life: Int64 = 24 * 60 * 60 * 1000
}

/// A notification that is being sent: nobody else sends it before the end of the lease.
package struct LeasedNotification: Sendable, Equatable {
  package let notification: StoredNotification
  /// The address where the app takes the notification; nil where that was taken away meanwhile.
  package let endpoint: String?
  /// The identifier of the holder.
  package let holder: String

  package init(_ notification: StoredNotification, to endpoint: String?, holder: String) {
    (self.notification, self.endpoint, self.holder) = (notification, endpoint, holder)
  }
}

/// The outcome of a try to deliver.
package enum DeliveryOutcome: Sendable, Equatable {
  case delivered(status: Int64)
  /// The sending failed: it is tried again at `next`, and given up where that is nil.
  case failed(status: Int64?, String, next: Int64?)
}
