// SPDX-License-Identifier: Apache-2.0
public import Foundation

// StoreKit as where there is no App Store: it knows no product, nothing was bought, and no purchase can be begun. A product or a
// transaction has a part of a type without values, so that the compiler shows that there is none.

/// A product that an app sells: there is none. Source: `StoreKit.Product`.
public struct Product: Identifiable, Hashable, Sendable {
  let shop: Never

  /// The name of the product in the App Store.
  public var id: String { switch shop {} }
  /// The kind of the product.
  public var type: ProductType { switch shop {} }
  /// The name of the product for people.
  public var displayName: String { switch shop {} }
  /// The product in words.
  public var description: String { switch shop {} }
  /// The price, as a number.
  public var price: Decimal { switch shop {} }
  /// The price, as people read it.
  public var displayPrice: String { switch shop {} }
  /// The form of prices of this product's currency.
  public var priceFormatStyle: Decimal.FormatStyle.Currency { switch shop {} }
  /// The form of units of this product's period.
  public var subscriptionPeriodUnitFormatStyle: SubscriptionPeriod.Unit.FormatStyle { switch shop {} }
  /// Whether a family shares what one of them has bought.
  public var isFamilyShareable: Bool { switch shop {} }
  /// The subscription that the product is.
  public var subscription: SubscriptionInfo? { switch shop {} }
  /// The product as the App Store describes it.
  public var jsonRepresentation: Data { switch shop {} }
  /// The last transaction of the product.
  public var latestTransaction: VerificationResult<Transaction>? { get async { switch shop {} } }
  /// The transaction that entitles the person to the product.
  public var currentEntitlement: VerificationResult<Transaction>? { get async { switch shop {} } }

  /// Asks the App Store for products.
  ///
  /// - Parameter identifiers: Their names.
  /// - Returns: None: there is no App Store, and those that it does not know are left out on iOS too.
  /// - Throws: Never.
  public static func products<Identifiers: Collection<String>>(for identifiers: Identifiers) async throws -> [Product] {
    []
  }

  /// Begins a purchase.
  ///
  /// - Parameter options: What is said with it.
  /// - Returns: How it ended.
  /// - Throws: Never: there is no product that could be bought.
  public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult { switch shop {} }

  /// The kind of a product. Source: `StoreKit.Product.ProductType`.
  public struct ProductType: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String
    /// A kind by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Products that are used up.
    public static let consumable = Self(rawValue: "Consumable")
    /// Products that are bought once.
    public static let nonConsumable = Self(rawValue: "Non-Consumable")
    /// Subscriptions that end by themselves.
    public static let nonRenewable = Self(rawValue: "Non-Renewing Subscription")
    /// Subscriptions that go on until somebody ends them.
    public static let autoRenewable = Self(rawValue: "Auto-Renewable Subscription")
  }

  /// The result of a purchase. Source: `StoreKit.Product.PurchaseResult`.
  public enum PurchaseResult: Sendable {
    case success(VerificationResult<Transaction>)
    case userCancelled
    case pending
  }

  /// An error of a purchase. Source: `StoreKit.Product.PurchaseError`.
  public enum PurchaseError: Error, Hashable, Sendable {
    case invalidQuantity, productUnavailable, purchaseNotAllowed, ineligibleForOffer, invalidOfferIdentifier
    case invalidOfferPrice, invalidOfferSignature, missingOfferParameters
  }

  /// An option of a purchase. Source: `StoreKit.Product.PurchaseOption`.
  public struct PurchaseOption: Hashable, Sendable {
    private let name: String
    /// The account of the app for which something is bought.
    public static func appAccountToken(_ token: UUID) -> Self { Self(name: "account \(token)") }
    /// The number of products.
    public static func quantity(_ quantity: Int) -> Self { Self(name: "quantity \(quantity)") }
    /// Whether a child asks for it.
    public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> Self {
      Self(name: "ask \(simulateAskToBuy)")
    }
  }
}
