// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A text of the app's that is looked up when it is shown. Source: `Foundation.LocalizedStringResource`, which Linux's
/// Foundation does not have.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// Where the texts are. Source: `Foundation.LocalizedStringResource.BundleDescription`.
  public enum BundleDescription: Sendable, Hashable {
    /// The app's.
    case main
    /// The bundle that a class is in: the app's, here.
    case forClass(AnyClass)
    /// The bundle at a place.
    case atURL(URL)

    /// Source: `Foundation`, `==`.
    public static func == (left: BundleDescription, right: BundleDescription) -> Bool { left.url == right.url }
    /// Source: `Foundation`, `hash(into:)`.
    public func hash(into hasher: inout Hasher) { hasher.combine(url) }

    private var url: URL? { if case .atURL(let url) = self { url } else { nil } }
    package var bundle: Bundle { url.flatMap { Bundle(url: $0) } ?? .main }
  }

  /// The text's name.
  public let key: String
  /// The text where nobody has translated it.
  public let defaultValue: String.LocalizationValue
  /// The file that translations are in.
  public let table: String?
  /// Of the language; the widget owner's, unless it is set.
  public var locale: Locale
  /// Where the texts are.
  public let bundle: BundleDescription

  /// Apple's initializer.
  public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }
  /// Apple's initializer.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
  }
  /// Apple's initializer.
  public init(
    _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    (key, defaultValue, self.table, self.locale) = (keyAndValue.key, keyAndValue, table, locale)
    self.bundle = bundle
  }
  /// Apple's initializer.
  public init(
    _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    (self.key, self.defaultValue, self.table, self.locale) = ("\(key)", defaultValue, table, locale)
    self.bundle = bundle
  }
  /// Apple's initializer.
  @_disfavoredOverload public init(
    _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current, bundle: Bundle,
    comment: StaticString? = nil
  ) {
    self.init(keyAndValue, table: table, locale: locale, bundle: .atURL(bundle.bundleURL), comment: comment)
  }

  /// Words and places of values in the language of the locale, which a locale of the text's own goes before.
  package func pieces(in owner: Locale) -> (pieces: [TextPiece], locale: Locale) {
    let locale = locale.isOwners ? owner : locale
    let numbers = defaultValue.values.map(\.asNumber)
    return (
      LocalizedTexts.pieces(of: key, else: defaultValue.key, table, bundle.bundle, locale, numbers: numbers), locale
    )
  }

  /// The text in the owner's locale, unless it has one of its own.
  package func text(in owner: Locale = OwnerLocale.current) -> String {
    let (pieces, locale) = pieces(in: owner)
    return pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .value(let index, let specifier): defaultValue.values[index].text(specifier, locale)
      }
    }.joined()
  }
}

extension Locale {
  /// Whether this is what nobody chose: on Linux it is English whatever the owner speaks.
  var isOwners: Bool { self == .current || self == .autoupdatingCurrent }
}
