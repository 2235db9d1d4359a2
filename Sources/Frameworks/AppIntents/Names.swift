// SPDX-License-Identifier: Apache-2.0
public import BundleResources

/// What an intent is for. Source: `AppIntents.IntentDescription`.
public struct IntentDescription: ExpressibleByStringInterpolation, Sendable {
  /// The description.
  public let descriptionText: LocalizedStringResource
  /// Where it belongs.
  public let categoryName: LocalizedStringResource?
  /// Apple's initializer.
  public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
  /// Apple's initializer.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
  /// Apple's initializer.
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
  /// Apple's initializer.
  public init(stringLiteral value: String) { name = LocalizedStringResource(stringLiteral: value) }
  /// Apple's initializer.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    name = LocalizedStringResource(stringInterpolation: stringInterpolation)
  }
  /// Apple's initializer.
  public init(name: LocalizedStringResource) { self.name = name }
  /// Apple's initializer.
  public init(name: LocalizedStringResource, numericFormat: LocalizedStringResource) { self.name = name }
}

/// What a value is called. Source: `AppIntents.DisplayRepresentation`.
public struct DisplayRepresentation: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// A picture beside a value. Source: `AppIntents.DisplayRepresentation.Image`.
  public struct Image: Sendable, Hashable {
    /// A symbol's or a picture's name.
    public let name: String
    /// Apple's initializer.
    public init(systemName: String) { name = systemName }
    /// Apple's initializer.
    public init(named: String) { name = named }
  }

  /// The name.
  public var title: LocalizedStringResource
  /// What is said beside it.
  public var subtitle: LocalizedStringResource?
  /// A picture beside it.
  public var image: Image?

  /// Apple's initializer.
  public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(stringLiteral: value)) }
  /// Apple's initializer.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(title: LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
  /// Apple's initializer.
  public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil) {
    (self.title, self.subtitle, self.image) = (title, subtitle, image)
  }
}
