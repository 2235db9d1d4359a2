// SPDX-License-Identifier: Apache-2.0
public import BundleResources

/// The description of an intent's purpose. Source: `AppIntents.IntentDescription`.
public struct IntentDescription: ExpressibleByStringInterpolation, Sendable {
  /// The description.
  public let descriptionText: LocalizedStringResource
  /// The category under which the intent is listed.
  public let categoryName: LocalizedStringResource?
  /// A description of a text in the source.
  public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
  /// A description with values in it.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
  /// A description with what finds it and where it is sorted.
  public init(
    _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = []
  ) {
    (self.descriptionText, self.categoryName) = (descriptionText, categoryName)
  }
}

/// The name of a type of values. Source: `AppIntents.TypeDisplayRepresentation`.
public struct TypeDisplayRepresentation: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The name.
  public let name: LocalizedStringResource
  /// A type's name as it stands in the source.
  public init(stringLiteral value: String) { name = LocalizedStringResource(stringLiteral: value) }
  /// A type's name with values in it.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    name = LocalizedStringResource(stringInterpolation: stringInterpolation)
  }
  /// A type's name that is translated.
  public init(name: LocalizedStringResource) { self.name = name }
  /// A type's name with a form for several of it, which nothing here shows.
  public init(name: LocalizedStringResource, numericFormat: LocalizedStringResource) { self.name = name }
}

/// The name of a value. Source: `AppIntents.DisplayRepresentation`.
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
  public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(stringLiteral: value)) }
  /// A title with values in it.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(title: LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
  /// A title, and what may stand below and beside it.
  public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil) {
    (self.title, self.subtitle, self.image) = (title, subtitle, image)
  }
}
