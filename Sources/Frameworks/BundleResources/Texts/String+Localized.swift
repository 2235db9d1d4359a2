// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension String {
  /// A string of a localized text.
  ///
  /// - Parameter resource: The text.
  @_disfavoredOverload public init(localized resource: LocalizedStringResource) { self = resource.text() }

  /// A string of a localized text by its key.
  ///
  /// - Parameters:
  ///   - keyAndValue: The key of the text, with the values in it.
  ///   - table: The strings file that has the translations.
  ///   - bundle: The bundle that has the strings file; the app's, unless given.
  ///   - locale: The locale of the language; the widget owner's, unless given.
  ///   - comment: A note for translators.
  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self =
      LocalizedStringResource(
        keyAndValue, table: table, locale: locale, bundle: bundle.map { .atURL($0.bundleURL) } ?? .main
      ).text()
  }

  /// A string of a localized text by its key, with another text where there is no translation.
  ///
  /// - Parameters:
  ///   - key: The key of the text.
  ///   - defaultValue: The text where there is no translation, with the values in it.
  ///   - table: The strings file that has the translations.
  ///   - bundle: The bundle that has the strings file; the app's, unless given.
  ///   - locale: The locale of the language; the widget owner's, unless given.
  ///   - comment: A note for translators.
  public init(
    localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self =
      LocalizedStringResource(
        key, defaultValue: defaultValue, table: table, locale: locale,
        bundle: bundle.map { .atURL($0.bundleURL) } ?? .main
      ).text()
  }
}

// Foundation's own function of this name looks for English alone on Linux. These take fewer parameters, so that the
// compiler prefers them.

/// The localized text of a key in the app's default strings file.
///
/// - Parameters:
///   - key: The key of the text.
///   - comment: A note for translators.
/// - Returns: The text in the owner's language.
public func NSLocalizedString(_ key: String, comment: String) -> String {
  String(localized: String.LocalizationValue(key))
}

/// The localized text of a key in one of the app's strings files.
///
/// - Parameters:
///   - key: The key of the text.
///   - tableName: The strings file that has the translations.
///   - comment: A note for translators.
/// - Returns: The text in the owner's language.
public func NSLocalizedString(_ key: String, tableName: String?, comment: String) -> String {
  String(localized: String.LocalizationValue(key), table: tableName)
}

/// The localized text of a key in a bundle's default strings file.
///
/// - Parameters:
///   - key: The key of the text.
///   - bundle: The bundle that has the strings file.
///   - comment: A note for translators.
/// - Returns: The text in the owner's language.
public func NSLocalizedString(_ key: String, bundle: Bundle, comment: String) -> String {
  String(localized: String.LocalizationValue(key), bundle: bundle)
}
