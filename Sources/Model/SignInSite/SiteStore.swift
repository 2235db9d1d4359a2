// SPDX-License-Identifier: Apache-2.0

/// The store in which a site keeps what must last from one request to another. Five operations, each of them whole or not at all, which any
/// database has; several servers of one site share one store.
public protocol SiteStore: Sendable {
  /// Keeps a value, in place of a former one. `end` is in seconds since 1970; nil keeps it until it is removed.
  ///
  /// - Throws: `SiteStoreError` where it could not be kept.
  func keep(_ value: String, _ kind: SiteRecord, _ key: String, until end: Int?) throws(SiteStoreError)

  /// The value, if it has not ended.
  ///
  /// - Throws: `SiteStoreError` where the store cannot be read.
  func value(_ kind: SiteRecord, _ key: String, at now: Int) throws(SiteStoreError) -> String?

  /// The value, if it has not ended, to one caller alone: it is gone afterwards.
  ///
  /// - Throws: `SiteStoreError` where the store cannot be read or written.
  func take(_ kind: SiteRecord, _ key: String, at now: Int) throws(SiteStoreError) -> String?

  /// Keeps a value where the key has none; `knownBefore`, and nothing is changed, where it has one, also one that has ended.
  ///
  /// - Throws: `SiteStoreError` where it could not be kept.
  func note(_ value: String, _ kind: SiteRecord, _ key: String, until end: Int?) throws(SiteStoreError) -> Novelty

  /// The values of a kind that have not ended, in any order.
  ///
  /// - Throws: `SiteStoreError` where the store cannot be read.
  func values(_ kind: SiteRecord, at now: Int) throws(SiteStoreError) -> [String]
}

/// The kinds of a store's records.
public enum SiteRecord: String, Sendable, CaseIterable {
  /// An answer of the provider's on its way through the browser.
  case callback
  /// The data that the provider tells once about a person.
  case user
  /// A notification: its event until the site has acted on it, then nothing but that it was.
  case event
}

/// Whether something is new.
public enum Novelty: Sendable { case new, knownBefore }

/// A store that is away, or full.
public struct SiteStoreError: Error, Sendable, Equatable {
  /// The store's reason of the failure.
  public let reason: String

  /// A failure, by a name or sentence for the log.
  public init(_ reason: String) { self.reason = reason }
}
