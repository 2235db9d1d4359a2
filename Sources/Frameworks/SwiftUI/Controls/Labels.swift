// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// A text beside a picture. Source: `SwiftUI.Label`.
public struct Label<Title: View, Icon: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let title: Title
  private let icon: Icon

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
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - systemImage: A symbol's name.
  public init(_ titleKey: LocalizedStringKey, systemImage: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(systemName: systemImage) })
  }

  /// - Parameters:
  ///   - title: The text.
  ///   - systemImage: A symbol's name.
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage: String) {
    self.init(title: { Text(title) }, icon: { Image(systemName: systemImage) })
  }

  /// - Parameters:
  ///   - titleKey: The text.
  ///   - image: A picture's name in the bundle.
  public init(_ titleKey: LocalizedStringKey, image: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(image) })
  }
}

// MARK: - Styles

/// A label to be drawn. Source: `SwiftUI.LabelStyleConfiguration`.
public struct LabelStyleConfiguration {
  /// The text. Source: `SwiftUI.LabelStyleConfiguration.Title`.
  public typealias Title = StyledPart
  /// The picture. Source: `SwiftUI.LabelStyleConfiguration.Icon`.
  public typealias Icon = StyledPart
  /// The text.
  public let title: Title
  /// The picture.
  public let icon: Icon
}

/// How labels look. Source: `SwiftUI.LabelStyle`.
@MainActor @preconcurrency public protocol LabelStyle {
  /// The view that is drawn.
  associatedtype Body: View
  /// Source: `SwiftUI`, `Configuration`.
  typealias Configuration = LabelStyleConfiguration
  /// - Parameter configuration: The label.
  /// - Returns: The view.
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

/// Source: `SwiftUI.DefaultLabelStyle`.
public struct DefaultLabelStyle: LabelStyle, Sendable {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    TitleAndIconLabelStyle().makeBody(configuration: configuration)
  }
}
/// Source: `SwiftUI.TitleOnlyLabelStyle`.
public struct TitleOnlyLabelStyle: LabelStyle, Sendable {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    configuration.title
  }
}
/// Source: `SwiftUI.IconOnlyLabelStyle`.
public struct IconOnlyLabelStyle: LabelStyle, Sendable {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    configuration.icon
  }
}
/// Source: `SwiftUI.TitleAndIconLabelStyle`.
public struct TitleAndIconLabelStyle: LabelStyle, Sendable {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    HStack(alignment: .firstTextBaseline) {
      configuration.icon
      configuration.title
    }
  }
}
extension LabelStyle where Self == DefaultLabelStyle {
  /// Source: `SwiftUI`, `automatic`.
  nonisolated public static var automatic: Self { .init() }
}
extension LabelStyle where Self == TitleOnlyLabelStyle {
  /// Source: `SwiftUI`, `titleOnly`.
  nonisolated public static var titleOnly: Self { .init() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
  /// Source: `SwiftUI`, `iconOnly`.
  nonisolated public static var iconOnly: Self { .init() }
}
extension LabelStyle where Self == TitleAndIconLabelStyle {
  /// Source: `SwiftUI`, `titleAndIcon`.
  nonisolated public static var titleAndIcon: Self { .init() }
}

extension View {
  /// - Parameter style: How labels look.
  /// - Returns: The view.
  public func labelStyle<S: LabelStyle>(_ style: S) -> some View { look { $0.labelStyle = AnyLabelStyle(style) } }
}
