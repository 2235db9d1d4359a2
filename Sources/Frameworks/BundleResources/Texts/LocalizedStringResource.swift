// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A localized text that is looked up when it is shown. Source: `Foundation.LocalizedStringResource`, which Linux's
/// Foundation does not have.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The bundle that has the texts. Source: `Foundation.LocalizedStringResource.BundleDescription`.
  public enum BundleDescription: Sendable, Hashable {
    /// The app's bundle.
    case main
    /// The bundle of a class, which is the app's here.
    case forClass(AnyClass)
    /// The bundle at a URL.
    case atURL(URL)

    /// Two descriptions are equal if their bundles are at the same URL. Source: `Foundation`, `==`.
    public static func == (left: BundleDescription, right: BundleDescription) -> Bool { left.url == right.url }
    /// The hash is that of the bundle's URL. Source: `Foundation`, `hash(into:)`.
    public func hash(into hasher: inout Hasher) { hasher.combine(url) }

    private var url: URL? { if case .atURL(let url) = self { url } else { nil } }
    package var bundle: Bundle { url.flatMap { Bundle(url: $0) } ?? .main }
  }

  /// The key of the text.
  public let key: String
  /// The text where there is no translation.
  public let defaultValue: String.LocalizationValue
  /// The strings file that has the translations.
  public let table: String?
  /// The locale of the language; the widget owner's, unless it is set.
  public var locale: Locale
  /// The bundle that has the strings file.
  public let bundle: BundleDescription

  /// A localized text by a literal key.
  public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }
  /// A localized text by a key with interpolated values.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
  }
  /// A localized text by its key, which is also the text where there is no translation.
  public init(
    _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    (key, defaultValue, self.table, self.locale) = (keyAndValue.key, keyAndValue, table, locale)
    self.bundle = bundle
  }
  /// A localized text by its key, with another text where there is no translation.
  public init(
    _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    (self.key, self.defaultValue, self.table, self.locale) = ("\(key)", defaultValue, table, locale)
    self.bundle = bundle
  }
  /// A localized text by its key, in a bundle of Foundation's type.
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
  /// Whether the language is the default one: on Linux it is English whatever the owner speaks.
  var isOwners: Bool { self == .current || self == .autoupdatingCurrent }
}
