// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension String {
  /// - Parameter resource: A text of the app's.
  @_disfavoredOverload public init(localized resource: LocalizedStringResource) { self = resource.text() }

  /// - Parameters:
  ///   - keyAndValue: The text's name, with what is put into it.
  ///   - table: The file that it is in.
  ///   - bundle: The bundle that is in; the app's, unless given.
  ///   - locale: Of the language: the widget owner's, unless given.
  ///   - comment: For translators.
  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self =
      LocalizedStringResource(
        keyAndValue, table: table, locale: locale, bundle: bundle.map { .atURL($0.bundleURL) } ?? .main
      ).text()
  }

  /// - Parameters:
  ///   - key: The text's name.
  ///   - defaultValue: The text where nobody has translated it, with what is put into it.
  ///   - table: The file that it is in.
  ///   - bundle: The bundle that is in; the app's, unless given.
  ///   - locale: Of the language: the widget owner's, unless given.
  ///   - comment: For translators.
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

/// - Parameters:
///   - key: The text's name.
///   - comment: For translators.
/// - Returns: The text in the owner's language.
public func NSLocalizedString(_ key: String, comment: String) -> String {
  String(localized: String.LocalizationValue(key))
}

/// - Parameters:
///   - key: The text's name.
///   - tableName: The file that it is in.
///   - comment: For translators.
/// - Returns: The text in the owner's language.
public func NSLocalizedString(_ key: String, tableName: String?, comment: String) -> String {
  String(localized: String.LocalizationValue(key), table: tableName)
}

/// - Parameters:
///   - key: The text's name.
///   - bundle: The bundle that it is in.
///   - comment: For translators.
/// - Returns: The text in the owner's language.
public func NSLocalizedString(_ key: String, bundle: Bundle, comment: String) -> String {
  String(localized: String.LocalizationValue(key), bundle: bundle)
}
