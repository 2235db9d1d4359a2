// SPDX-License-Identifier: Apache-2.0
package import JOSECoding

/// The provider's keys as they were fetched, and when they may be fetched again.
///
/// A key that is not known is fetched for once, and no more often than each minute: tokens with names that somebody made up must
/// not become requests to the provider.
package struct KeyShelf: Sendable {
  private var keys: JSONWebKeySet?
  private var fetched = Int.min
  private var tried = Int.min

  /// The seconds between two fetches.
  package static let interval = 60
  /// The seconds after a fetch that failed, while there are no keys at all.
  package static let retry = 5
  /// The seconds after which keys are fetched anew, so that one that was withdrawn counts no longer.
  package static let life = 24 * 60 * 60

  package init() {}

  package enum Answer: Sendable, Equatable {
    case key(JSONWebKey)
    /// The keys are to be fetched first.
    case fetch
    /// No key has this name, and it is too early to ask again.
    case unknown
    /// There are no keys, and it is too early to ask again.
    case unavailable
  }

  /// Times are seconds of a clock that nobody sets.
  package func find(_ id: String, at now: Int) -> Answer {
    let isOld = keys == nil || now - fetched >= Self.life
    if !isOld, let key = keys?.key(id) { return .key(key) }
    let wait = keys == nil ? Self.retry : Self.interval
    if tried == Int.min || now - tried >= wait { return .fetch }
    // Old keys are good for a while longer where new ones cannot be had.
    if isOld, let key = keys?.key(id), now - fetched < 2 * Self.life { return .key(key) }
    return keys == nil ? .unavailable : .unknown
  }

  /// Notes a fetch that begins: until its end, and for a while after, there is no other.
  package mutating func begin(at now: Int) { tried = now }

  package mutating func put(_ keys: JSONWebKeySet, at now: Int) { (self.keys, fetched) = (keys, now) }
}
