// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// A view of an icon and a title. Source: `SwiftUI.Label`.
public struct Label<Title: View, Icon: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let title: Title
  private let icon: Icon

  /// A label of two views.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - icon: The picture.
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    (self.title, self.icon) = (title(), icon())
  }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] {
    let parts = LabelStyleConfiguration(title: StyledPart(title), icon: StyledPart(icon))
    let inner = context.with { $0.look.labelStyle = AnyLabelStyle() }
    return inner.nodes(of: context.environment.look.labelStyle.make(parts))
  }
}

extension Label where Title == Text, Icon == Image {
  /// A label of a localized text and a symbol.
  ///
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - systemImage: A symbol's name.
  public init(_ titleKey: LocalizedStringKey, systemImage: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(systemName: systemImage) })
  }

  /// A label of a text and a symbol.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - systemImage: A symbol's name.
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage: String) {
    self.init(title: { Text(title) }, icon: { Image(systemName: systemImage) })
  }

  /// A label of a localized text and an image of the bundle.
  ///
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - image: A picture's name in the bundle.
  public init(_ titleKey: LocalizedStringKey, image: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(image) })
  }
}

// MARK: - Styles

/// The properties of a label that a style draws. Source: `SwiftUI.LabelStyleConfiguration`.
public struct LabelStyleConfiguration {
  /// The title of the label. Source: `SwiftUI.LabelStyleConfiguration.Title`.
  public typealias Title = StyledPart
  /// The icon of the label. Source: `SwiftUI.LabelStyleConfiguration.Icon`.
  public typealias Icon = StyledPart
  /// The title of the label.
  public let title: Title
  /// The icon of the label.
  public let icon: Icon
}

/// The appearance of labels. Source: `SwiftUI.LabelStyle`.
@MainActor @preconcurrency public protocol LabelStyle {
  /// The type of the view that the style makes.
  associatedtype Body: View
  /// The properties of a label that its style draws. Source: `SwiftUI`, `Configuration`.
  typealias Configuration = LabelStyleConfiguration
  /// Makes the view of a label.
  ///
  /// - Parameter configuration: The label.
  /// - Returns: The view of the control.
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// Unchecked because styles are values that are used on the main thread alone.
package struct AnyLabelStyle: @unchecked Sendable {
  let make: @MainActor (LabelStyleConfiguration) -> AnyView
  init() { make = { AnyView(DefaultLabelStyle().makeBody(configuration: $0)) } }
  init<S: LabelStyle>(_ style: S) {
    let handed = Handed(style)
    make = { AnyView(handed.value.makeBody(configuration: $0)) }
  }
}

/// The style of a label that the platform chooses: the icon and the title. Source: `SwiftUI.DefaultLabelStyle`.
public struct DefaultLabelStyle: LabelStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a label: the icon before the title.
  public func makeBody(configuration: Configuration) -> some View {
    TitleAndIconLabelStyle().makeBody(configuration: configuration)
  }
}
/// The style of a label that shows the title alone. Source: `SwiftUI.TitleOnlyLabelStyle`.
public struct TitleOnlyLabelStyle: LabelStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a label: its title.
  public func makeBody(configuration: Configuration) -> some View {
    configuration.title
  }
}
/// The style of a label that shows the icon alone. Source: `SwiftUI.IconOnlyLabelStyle`.
public struct IconOnlyLabelStyle: LabelStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a label: its icon.
  public func makeBody(configuration: Configuration) -> some View {
    configuration.icon
  }
}
/// The style of a label that shows the title and the icon. Source: `SwiftUI.TitleAndIconLabelStyle`.
public struct TitleAndIconLabelStyle: LabelStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a label: the icon before the title.
  public func makeBody(configuration: Configuration) -> some View {
    HStack(alignment: .firstTextBaseline) {
      configuration.icon
      configuration.title
    }
  }
}
extension LabelStyle where Self == DefaultLabelStyle {
  /// The style of a label that the platform chooses: the icon and the title. Source: `SwiftUI`, `automatic`.
  nonisolated public static var automatic: Self { .init() }
}
extension LabelStyle where Self == TitleOnlyLabelStyle {
  /// The style of a label that shows the title alone. Source: `SwiftUI`, `titleOnly`.
  nonisolated public static var titleOnly: Self { .init() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
  /// The style of a label that shows the icon alone. Source: `SwiftUI`, `iconOnly`.
  nonisolated public static var iconOnly: Self { .init() }
}
extension LabelStyle where Self == TitleAndIconLabelStyle {
  /// The style of a label that shows the title and the icon. Source: `SwiftUI`, `titleAndIcon`.
  nonisolated public static var titleAndIcon: Self { .init() }
}

extension View {
  /// Sets the style of labels.
  ///
  /// - Parameter style: The style.
  /// - Returns: The changed view.
  public func labelStyle<S: LabelStyle>(_ style: S) -> some View { look { $0.labelStyle = AnyLabelStyle(style) } }
}
