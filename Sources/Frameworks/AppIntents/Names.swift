// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A text of the app's that is looked up when it is shown. Source: `Foundation.LocalizedStringResource`, which Linux's
/// Foundation does not have.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The text's name.
  public let key: String
  /// The text where nobody has translated it.
  public let defaultValue: String
  /// The file that translations are in.
  public let table: String?

  /// A text of the source as it stands.
  public init(stringLiteral value: String) { self.init(value) }
  /// A text with values in it.
  public init(stringInterpolation: DefaultStringInterpolation) {
    self.init(String(stringInterpolation: stringInterpolation))
  }
  /// A text by the key of its translations.
  public init(_ key: String, table: String? = nil, comment: StaticString? = nil) {
    (self.key, defaultValue, self.table) = (key, key, table)
  }
  /// A text by a key, and what it is where there is no translation.
  public init(_ key: StaticString, defaultValue: String, table: String? = nil, comment: StaticString? = nil) {
    (self.key, self.defaultValue, self.table) = ("\(key)", defaultValue, table)
  }

  package var text: String { Bundle.main.localizedString(forKey: key, value: defaultValue, table: table) }
}

extension String {
  /// A text in the owner's language.
  ///
  /// - Parameter resource: A text of the app's.
  public init(localized resource: LocalizedStringResource) { self = resource.text }
}

/// What an intent is for. Source: `AppIntents.IntentDescription`.
public struct IntentDescription: ExpressibleByStringLiteral, Sendable {
  /// The description.
  public let descriptionText: LocalizedStringResource
  /// The category under which the intent is listed.
  public let categoryName: LocalizedStringResource?
  /// A description of a text in the source.
  public init(stringLiteral value: String) { self.init(LocalizedStringResource(value)) }
  /// A description with what finds it and where it is sorted.
  public init(
    _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = []
  ) {
    (self.descriptionText, self.categoryName) = (descriptionText, categoryName)
  }
}

/// What a type of values is called. Source: `AppIntents.TypeDisplayRepresentation`.
public struct TypeDisplayRepresentation: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The name.
  public let name: LocalizedStringResource
  /// A type's name as it stands in the source.
  public init(stringLiteral value: String) { name = LocalizedStringResource(value) }
  /// A type's name that is translated.
  public init(name: LocalizedStringResource) { self.name = name }
  /// A type's name with a form for several of it, which nothing here shows.
  public init(name: LocalizedStringResource, numericFormat: LocalizedStringResource) { self.name = name }
}

/// What a value is called. Source: `AppIntents.DisplayRepresentation`.
public struct DisplayRepresentation: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// A picture beside a value. Source: `AppIntents.DisplayRepresentation.Image`.
  public struct Image: Sendable, Hashable {
    /// A symbol's or a picture's name.
    public let name: String
    /// A picture among the system's symbols.
    public init(systemName: String) { name = systemName }
    /// A picture of the app's own.
    public init(named: String) { name = named }
  }

  /// The name.
  public var title: LocalizedStringResource
  /// A second line below the title.
  public var subtitle: LocalizedStringResource?
  /// A picture beside it.
  public var image: Image?

  /// A title as it stands in the source.
  public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(value)) }
  /// A title with values in it.
  public init(stringInterpolation: DefaultStringInterpolation) {
    self.init(title: LocalizedStringResource(String(stringInterpolation: stringInterpolation)))
  }
  /// A title, and what may stand below and beside it.
  public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil) {
    (self.title, self.subtitle, self.image) = (title, subtitle, image)
  }
}
