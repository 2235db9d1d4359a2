// SPDX-License-Identifier: Apache-2.0
public import SwiftUI
package import WidgetModel

/// A widget that a configuration describes, with its content.
@MainActor package struct ServedWidget {
  package var description: WidgetDescription
  package var provider: any ServedProvider
}

/// A configuration that is not made of others.
@MainActor package protocol ServedConfiguration {
  /// The widget that is served; nil where there is none.
  var served: ServedWidget? { get }
}

extension WidgetConfiguration {
  @MainActor package var served: ServedWidget? {
    if let own = self as? any ServedConfiguration { return own.served }
    return body.served
  }
}

extension WidgetDescription {
  /// The description of a widget without modifiers.
  static func new(_ kind: String) -> WidgetDescription {
    WidgetDescription(
      kind: kind, displayName: kind, details: "",
      families: [.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge], hasMargins: true,
      isBackgroundRemovable: true)
  }
}

/// A widget that needs no choices. Source: `WidgetKit.StaticConfiguration`.
public struct StaticConfiguration<Content: View>: WidgetConfiguration, ServedConfiguration {
  /// The type has no body: it is drawn as it is.
  public typealias Body = Never
  private let kind: String
  private let provider: any ServedProvider

  /// A widget by its name, its provider and its view.
  ///
  /// - Parameters:
  ///   - kind: The widget's name, which stays the same.
  ///   - provider: Gives it its entries.
  ///   - content: Makes the view of an entry.
  public init<Provider: TimelineProvider>(
    kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {
    self.kind = kind
    self.provider = CallbackProvider(provider: provider, content: content)
  }

  package var served: ServedWidget? { ServedWidget(description: .new(kind), provider: provider) }
}

struct ChangedConfiguration<Content: WidgetConfiguration>: WidgetConfiguration, ServedConfiguration {
  typealias Body = Never
  let content: Content
  let change: @MainActor (inout WidgetDescription) -> Void

  var served: ServedWidget? {
    guard var served = content.served else { return nil }
    change(&served.description)
    return served
  }
}

extension WidgetConfiguration {
  /// Names the widget for people.
  ///
  /// - Parameter displayName: What people call the widget.
  /// - Returns: The widget.
  public func configurationDisplayName(_ displayName: LocalizedStringKey) -> some WidgetConfiguration {
    ChangedConfiguration(content: self) { $0.displayName = Text(displayName).plainText }
  }
  /// Names the widget for people.
  ///
  /// - Parameter displayName: What people call the widget.
  /// - Returns: The widget.
  @_disfavoredOverload public func configurationDisplayName<S: StringProtocol>(_ displayName: S)
    -> some WidgetConfiguration
  {
    ChangedConfiguration(content: self) { $0.displayName = String(displayName) }
  }
  /// Names the widget for people.
  ///
  /// - Parameter displayName: The name, whose looks are left out.
  /// - Returns: The widget.
  public func configurationDisplayName(_ displayName: Text) -> some WidgetConfiguration {
    ChangedConfiguration(content: self) { $0.displayName = displayName.plainText }
  }
  /// Names the widget for people.
  ///
  /// - Parameter displayName: The name, localized by itself.
  /// - Returns: The widget.
  @_disfavoredOverload public func configurationDisplayName(_ displayName: LocalizedStringResource)
    -> some WidgetConfiguration
  {
    configurationDisplayName(Text(displayName))
  }
  /// Says to people what the widget is for.
  ///
  /// - Parameter description: What it is for.
  /// - Returns: The widget.
  public func description(_ description: LocalizedStringKey) -> some WidgetConfiguration {
    ChangedConfiguration(content: self) { $0.details = Text(description).plainText }
  }
  /// Says to people what the widget is for.
  ///
  /// - Parameter description: What it is for.
  /// - Returns: The widget.
  @_disfavoredOverload public func description<S: StringProtocol>(_ description: S) -> some WidgetConfiguration {
    ChangedConfiguration(content: self) { $0.details = String(description) }
  }
  /// Says to people what the widget is for.
  ///
  /// - Parameter description: The text, whose looks are left out.
  /// - Returns: The widget.
  public func description(_ description: Text) -> some WidgetConfiguration {
    ChangedConfiguration(content: self) { $0.details = description.plainText }
  }
  /// Says to people what the widget is for.
  ///
  /// - Parameter description: The text, localized by itself.
  /// - Returns: The widget.
  @_disfavoredOverload public func description(_ description: LocalizedStringResource) -> some WidgetConfiguration {
    self.description(Text(description))
  }
  /// Limits the sizes that the widget comes in.
  ///
  /// - Parameter families: The sizes it comes in.
  /// - Returns: The widget.
  public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration {
    ChangedConfiguration(content: self) { $0.families = families.map(\.model) }
  }
  /// Takes the margins away, so that views reach the edges.
  ///
  /// - Returns: The widget, without the platform's distances from its edges.
  public func contentMarginsDisabled() -> some WidgetConfiguration {
    ChangedConfiguration(content: self) { $0.hasMargins = false }
  }
  /// Says whether the widget may be shown without its background.
  ///
  /// - Parameter isRemovable: Whether it is a widget without its background.
  /// - Returns: The widget.
  public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> some WidgetConfiguration {
    ChangedConfiguration(content: self) { $0.isBackgroundRemovable = isRemovable }
  }
}

/// The location where widgets are shown. Source: `WidgetKit.WidgetLocation`.
public struct WidgetLocation: Hashable, Sendable {
  private let number: Int
  /// Widgets among the apps.
  public static let homeScreen = WidgetLocation(number: 0)
  /// Widgets on the lock screen.
  public static let lockScreen = WidgetLocation(number: 1)
  /// Widgets on a phone that lies on its side and is charged.
  public static let standBy = WidgetLocation(number: 2)
  /// A phone's widgets on a Mac.
  public static let iPhoneWidgetsOnMac = WidgetLocation(number: 3)
  /// Widgets in a car.
  public static let carPlay = WidgetLocation(number: 4)
}

extension WidgetConfiguration {
  /// Says where the widget is rather not offered.
  ///
  /// - Parameters:
  ///   - locations: Where the widget is rather not offered. It is a hint, and `bailey widget gallery` does not tell places
  ///     apart: it offers the widget.
  ///   - families: In which sizes.
  /// - Returns: The widget.
  public func disfavoredLocations(_ locations: [WidgetLocation], for families: [WidgetFamily])
    -> some WidgetConfiguration
  {
    self
  }
  /// Has the owner asked for choices when the widget is added.
  ///
  /// - Returns: The widget. `bailey widget settings` asks for what is to be chosen.
  public func promptsForUserConfiguration() -> some WidgetConfiguration { self }
}

extension EmptyWidgetConfiguration: ServedConfiguration {
  package var served: ServedWidget? { nil }
}

@MainActor func servedWidgets(of widget: any Widget) -> [ServedWidget] {
  if let list = widget as? WidgetList { return list.widgets.flatMap { servedWidgets(of: $0) } }
  return served(widget).map { [$0] } ?? []
}

@MainActor private func served<W: Widget>(_ widget: W) -> ServedWidget? { widget.body.served }

extension WidgetBundle {
  /// Answers requests for the extension's widgets until there are no more.
  @MainActor @preconcurrency public static func main() {
    ExtensionProcess.serve(servedWidgets(of: Self().body))
  }
}

extension Widget {
  /// Answers requests for this one widget until there are no more.
  @MainActor @preconcurrency public static func main() {
    ExtensionProcess.serve(servedWidgets(of: Self()))
  }
}
