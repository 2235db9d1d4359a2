// SPDX-License-Identifier: Apache-2.0
public import BundleResources

/// Values that can be chosen, in sections. Source: `AppIntents.ItemCollection`.
public struct ItemCollection<Item: IntentParameterValue>: RandomAccessCollection, Sendable {
  /// The sections, in the order in which they are shown.
  public let sections: [ItemSection<Item>]
  private let items: [IntentItem<Item>]

  /// Values in sections.
  ///
  /// - Parameters:
  ///   - promptLabel: What is asked.
  ///   - usesIndexedCollation: Whether the sections are found by their first letters.
  ///   - sections: The sections.
  public init(
    promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
    @ItemSectionBuilder<Item> sections: () -> [ItemSection<Item>]
  ) {
    self.init(sections: sections())
  }

  /// Values in one section.
  ///
  /// - Parameters:
  ///   - promptLabel: What is asked.
  ///   - usesIndexedCollation: Whether the values are found by their first letters.
  ///   - items: The values.
  public init(promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, items: [Item]) {
    self.init(sections: [ItemSection(items: items.map { IntentItem($0) })])
  }

  /// Values in sections.
  public init(sections: [ItemSection<Item>]) {
    self.sections = sections
    items = sections.flatMap(\.items)
  }

  /// The index of the first value.
  public var startIndex: Int { 0 }
  /// The index after the last value.
  public var endIndex: Int { items.count }
  /// The value at an index.
  public subscript(position: Int) -> Item { items[position].value }
}

/// Values that can be chosen, below a title. Source: `AppIntents.ItemSection`.
public struct ItemSection<Item: IntentParameterValue>: Sendable {
  /// The title above the values.
  public let title: LocalizedStringResource?
  /// The values.
  public let items: [IntentItem<Item>]
  /// A section of values with their names.
  public init(_ title: LocalizedStringResource? = nil, items: [IntentItem<Item>]) {
    (self.title, self.items) = (title, items)
  }
  /// A section of values.
  @_disfavoredOverload public init(_ title: LocalizedStringResource? = nil, items: [Item]) {
    self.init(title, items: items.map { IntentItem($0) })
  }
}

/// A value that can be chosen, and its name for people. Source: `AppIntents.IntentItem`.
public struct IntentItem<Item: IntentParameterValue>: Sendable {
  /// The value.
  public let value: Item
  /// The name of the value; nil where its type knows it.
  public let title: LocalizedStringResource?
  /// A second line below the name.
  public let subtitle: LocalizedStringResource?
  /// A picture beside it.
  public let image: DisplayRepresentation.Image?
  /// A value that can be chosen.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - title: Its name.
  ///   - subtitle: A second line below it.
  ///   - image: A picture beside it.
  public init(
    _ value: Item, title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil,
    image: DisplayRepresentation.Image? = nil
  ) {
    (self.value, self.title, self.subtitle, self.image) = (value, title, subtitle, image)
  }
}

/// Makes a list of sections of statements. Source: `AppIntents.ItemCollection.SectionBuilder`.
@resultBuilder public enum ItemSectionBuilder<Item: IntentParameterValue> {
  /// A section by itself.
  public static func buildExpression(_ section: ItemSection<Item>) -> [ItemSection<Item>] { [section] }
  /// Statements one after the other.
  public static func buildBlock(_ sections: [ItemSection<Item>]...) -> [ItemSection<Item>] { sections.flatMap { $0 } }
  /// Statements of a loop.
  public static func buildArray(_ sections: [[ItemSection<Item>]]) -> [ItemSection<Item>] { sections.flatMap { $0 } }
  /// A condition that may not hold.
  public static func buildOptional(_ sections: [ItemSection<Item>]?) -> [ItemSection<Item>] { sections ?? [] }
  /// The first of two branches.
  public static func buildEither(first: [ItemSection<Item>]) -> [ItemSection<Item>] { first }
  /// The second of two branches.
  public static func buildEither(second: [ItemSection<Item>]) -> [ItemSection<Item>] { second }
}

/// The names that come with values that can be chosen.
protocol NamedOptions {
  var names: [String?] { get }
}

extension ItemCollection: NamedOptions {
  var names: [String?] { items.map { $0.title?.text() } }
}

extension Collection where Element: IntentParameterValue {
  /// The values with their names: those that come with them, or that an app's own type has.
  var options: [(ArchivedIntentValue, String)] {
    let names = (self as? any NamedOptions)?.names ?? []
    return enumerated().map { index, value in
      let name = index < names.count ? names[index] : nil
      let own = (value as? any AppEntity)?.displayRepresentation.title.text()
      return (value.archivedIntentValue, name ?? own ?? "\(value)")
    }
  }
}
