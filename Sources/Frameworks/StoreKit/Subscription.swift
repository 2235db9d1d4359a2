// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension Product {
  /// A subscription that is sold: there is none. Source: `StoreKit.Product.SubscriptionInfo`.
  public struct SubscriptionInfo: Hashable, Sendable {
    let shop: Never

    /// The group of subscriptions of which a person has one.
    public var subscriptionGroupID: String { switch shop {} }
    /// The time after which it is paid again.
    public var subscriptionPeriod: SubscriptionPeriod { switch shop {} }
    /// Whether the person may have the offer for those who begin.
    public var isEligibleForIntroOffer: Bool { get async { switch shop {} } }
    /// The state of the person's subscriptions of this group.
    ///
    /// - Throws: Never: there is no subscription that could be asked.
    public var status: [Status] { get async throws { switch shop {} } }

    /// Whether the person may have the offer for those who begin.
    ///
    /// - Parameter groupID: The group of subscriptions.
    /// - Returns: False: there is no App Store that would offer it.
    public static func isEligibleForIntroOffer(for groupID: String) async -> Bool { false }

    /// The state of the person's subscriptions.
    ///
    /// - Parameter groupID: The group of subscriptions.
    /// - Returns: None.
    /// - Throws: Never.
    public static func status(for groupID: String) async throws -> [Status] { [] }

    /// The state of a subscription: there is none. Source: `StoreKit.Product.SubscriptionInfo.Status`.
    public struct Status: Hashable, Sendable {
      let shop: Never
      /// Whether the person has it.
      public var state: RenewalState { switch shop {} }
      /// The last transaction.
      public var transaction: VerificationResult<Transaction> { switch shop {} }
      /// The next time that it is paid.
      public var renewalInfo: VerificationResult<RenewalInfo> { switch shop {} }
      /// The changes of states: there is none, and it ends at once.
      public static var updates: NothingFromTheStore<Status> { NothingFromTheStore() }
    }

    /// Whether a person has a subscription. Source: `StoreKit.Product.SubscriptionInfo.RenewalState`.
    public struct RenewalState: RawRepresentable, Hashable, Sendable {
      /// The number of the state.
      public let rawValue: Int
      /// A state by its number.
      public init(rawValue: Int) { self.rawValue = rawValue }
      /// The person has the subscription.
      public static let subscribed = Self(rawValue: 1)
      /// The subscription has ended.
      public static let expired = Self(rawValue: 2)
      /// The subscription was not paid, and is asked for again.
      public static let inBillingRetryPeriod = Self(rawValue: 3)
      /// The subscription was not paid, and the person still has it.
      public static let inGracePeriod = Self(rawValue: 4)
      /// The subscription was taken back.
      public static let revoked = Self(rawValue: 5)
    }

    /// The renewal of a subscription: there is none. Source: `StoreKit.Product.SubscriptionInfo.RenewalInfo`.
    public struct RenewalInfo: Hashable, Sendable {
      let shop: Never
      /// The product that the person has.
      public var currentProductID: String { switch shop {} }
      /// The product that comes next.
      public var autoRenewPreference: String? { switch shop {} }
      /// Whether it goes on.
      public var willAutoRenew: Bool { switch shop {} }
      /// The time at which it is paid again.
      public var renewalDate: Date? { switch shop {} }
    }
  }

  /// A time after which something is paid again. Source: `StoreKit.Product.SubscriptionPeriod`.
  public struct SubscriptionPeriod: Hashable, Sendable {
    /// The unit.
    public let unit: Unit
    /// The number of units.
    public let value: Int
    /// A period of seven days.
    public static let weekly = Self(unit: .week, value: 1)
    /// A period of a month.
    public static let monthly = Self(unit: .month, value: 1)
    /// A period of a year.
    public static let yearly = Self(unit: .year, value: 1)

    /// A unit of periods. Source: `StoreKit.Product.SubscriptionPeriod.Unit`.
    public enum Unit: Hashable, Sendable {
      case day, week, month, year

      /// The unit in words.
      public var localizedDescription: String { formatted(FormatStyle()) }
      /// The unit in a form.
      ///
      /// - Parameter format: The form.
      /// - Returns: The unit in words.
      public func formatted<Style: Foundation.FormatStyle>(_ format: Style) -> Style.FormatOutput
      where Style.FormatInput == Unit {
        format.format(self)
      }

      /// The form of a unit in words. Source: `StoreKit.Product.SubscriptionPeriod.Unit.FormatStyle`.
      public struct FormatStyle: Foundation.FormatStyle, Sendable {
        /// The unit in English, as the rest of the names of this module are.
        ///
        /// - Parameter value: The unit.
        /// - Returns: A word.
        public func format(_ value: Unit) -> String {
          switch value {
          case .day: "Day"
          case .week: "Week"
          case .month: "Month"
          case .year: "Year"
          }
        }
      }
    }
  }
}
