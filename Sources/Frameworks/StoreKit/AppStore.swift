// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The App Store: there is none. Source: `StoreKit.AppStore`.
public enum AppStore {
  /// Whether the person may pay: false.
  public static var canMakePayments: Bool { false }

  /// Asks for what was bought on other devices.
  ///
  /// - Throws: `StoreKitError.notAvailableInStorefront`: there is no App Store that could be asked.
  public static func sync() async throws { throw StoreKitError.notAvailableInStorefront }
}

/// The App Store of a country: there is none. Source: `StoreKit.Storefront`.
public struct Storefront: Identifiable, Hashable, Sendable {
  let shop: Never
  /// The number of the App Store.
  public var id: String { switch shop {} }
  /// The country, in three letters.
  public var countryCode: String { switch shop {} }
  /// The App Store of the person: none.
  public static var current: Storefront? { get async { nil } }
  /// The changes of the App Store: none, and it ends at once.
  public static var updates: NothingFromTheStore<Storefront> { NothingFromTheStore() }
}

/// A message of the App Store's to the person: there is none. Source: `StoreKit.Message`.
public struct Message: Hashable, Sendable {
  let shop: Never
  /// The messages: none, and it ends at once.
  public static var messages: NothingFromTheStore<Message> { NothingFromTheStore() }
}

/// Shows a message of the App Store's: there is none that could be shown. Source: `StoreKit.DisplayMessageAction`.
public struct DisplayMessageAction: Sendable {
  /// Shows a message.
  ///
  /// - Parameter message: There is none.
  /// - Throws: Never.
  public func callAsFunction(_ message: Message) throws { switch message.shop {} }
}

/// An error of StoreKit. Source: `StoreKit.StoreKitError`.
public enum StoreKitError: LocalizedError, Sendable {
  case unknown, userCancelled, notAvailableInStorefront, notEntitled, unsupported
  case networkError(URLError)
  case systemError(any Error)

  /// The error in words.
  public var errorDescription: String? {
    switch self {
    case .notAvailableInStorefront, .unsupported: "There is no App Store on this system."
    case .userCancelled: "The purchase was cancelled."
    case .notEntitled: "The app has no right to this."
    case .networkError(let error): error.localizedDescription
    case .systemError(let error): error.localizedDescription
    case .unknown: "The App Store did not answer."
    }
  }
}
