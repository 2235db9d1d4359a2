// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Something that was bought: there is none. Source: `StoreKit.Transaction`.
public struct Transaction: Identifiable, Hashable, Sendable {
  let shop: Never

  /// The number of the transaction.
  public var id: UInt64 { switch shop {} }
  /// The number of the first transaction of what was bought.
  public var originalID: UInt64 { switch shop {} }
  /// The product.
  public var productID: String { switch shop {} }
  /// The kind of the product.
  public var productType: Product.ProductType { switch shop {} }
  /// The group of subscriptions.
  public var subscriptionGroupID: String? { switch shop {} }
  /// The time of the purchase.
  public var purchaseDate: Date { switch shop {} }
  /// The time of the first purchase.
  public var originalPurchaseDate: Date { switch shop {} }
  /// The time at which a subscription ends.
  public var expirationDate: Date? { switch shop {} }
  /// The time at which the purchase was taken back.
  public var revocationDate: Date? { switch shop {} }
  /// The number of products.
  public var purchasedQuantity: Int { switch shop {} }
  /// Whether the person has a dearer subscription instead.
  public var isUpgraded: Bool { switch shop {} }
  /// The account of the app for which it was bought.
  public var appAccountToken: UUID? { switch shop {} }
  /// The transaction as the App Store describes it.
  public var jsonRepresentation: Data { switch shop {} }
  /// Says that the person has what was bought.
  public func finish() async { switch shop {} }

  /// All that was bought: nothing, and it ends at once.
  public static var all: NothingFromTheStore<VerificationResult<Transaction>> { NothingFromTheStore() }
  /// The transactions that were not finished: none, and it ends at once.
  public static var unfinished: NothingFromTheStore<VerificationResult<Transaction>> { NothingFromTheStore() }
  /// The transactions that entitle the person to something: none, and it ends at once.
  public static var currentEntitlements: NothingFromTheStore<VerificationResult<Transaction>> { NothingFromTheStore() }
  /// The transactions that come from elsewhere: none, and it ends at once.
  public static var updates: NothingFromTheStore<VerificationResult<Transaction>> { NothingFromTheStore() }

  /// The transaction that entitles the person to a product.
  ///
  /// - Parameter productID: The product.
  /// - Returns: None.
  public static func currentEntitlement(for productID: String) async -> VerificationResult<Transaction>? { nil }

  /// The last transaction of a product.
  ///
  /// - Parameter productID: The product.
  /// - Returns: None.
  public static func latest(for productID: String) async -> VerificationResult<Transaction>? { nil }
}

/// Something of the App Store's, and whether its signature is good. Source: `StoreKit.VerificationResult`.
public enum VerificationResult<SignedType> {
  case verified(SignedType)
  case unverified(SignedType, VerificationError)

  /// The signed value, whether or not the signature is good.
  public var unsafePayloadValue: SignedType {
    switch self {
    case .verified(let value), .unverified(let value, _): value
    }
  }

  /// The signed value, where the signature is good.
  ///
  /// - Throws: Why the signature is not good.
  public var payloadValue: SignedType {
    get throws {
      switch self {
      case .verified(let value): return value
      case .unverified(_, let error): throw error
      }
    }
  }

  /// Why a signature is not good. Source: `StoreKit.VerificationResult.VerificationError`.
  public enum VerificationError: Error, Hashable, Sendable {
    case revokedCertificate, invalidCertificateChain, invalidDeviceVerification, invalidEncoding, invalidSignature
    case missingRequiredProperties
  }
}

extension VerificationResult: Equatable where SignedType: Equatable {}
extension VerificationResult: Hashable where SignedType: Hashable {}
extension VerificationResult: Sendable where SignedType: Sendable {}

/// A sequence without elements, which ends at once: what comes from the App Store here.
public struct NothingFromTheStore<Element: Sendable>: AsyncSequence, Sendable {
  /// The elements: none.
  public func makeAsyncIterator() -> Iterator { Iterator() }

  /// The elements of a sequence without them.
  public struct Iterator: AsyncIteratorProtocol {
    /// The next element: there is none.
    public mutating func next() async -> Element? { nil }
  }
}
