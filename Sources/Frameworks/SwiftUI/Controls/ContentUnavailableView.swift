// SPDX-License-Identifier: Apache-2.0

/// A view in place of missing content. Source: `SwiftUI.ContentUnavailableView`.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  private let label: Label
  private let description: Description
  private let actions: Actions

  /// A view in place of missing content, made of three views.
  ///
  /// - Parameters:
  ///   - label: The name of the missing content.
  ///   - description: The advice to the person.
  ///   - actions: Controls.
  public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    (self.label, self.description, self.actions) = (label(), description(), actions())
  }

  /// The label, the description below it, and the actions.
  public var body: some View {
    VStack(spacing: 6) {
      label.labelStyle(UnavailableLabelStyle()).font(.headline).multilineTextAlignment(.center)
      description.font(.footnote).foregroundStyle(.secondary).multilineTextAlignment(.center)
      actions
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

private struct UnavailableLabelStyle: LabelStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack(spacing: 8) {
      configuration.icon.font(.largeTitle).foregroundStyle(.secondary)
      configuration.title
    }
  }
}

extension ContentUnavailableView
where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  /// A view in place of missing content, with a localized title and a symbol.
  ///
  /// - Parameters:
  ///   - title: The name of the missing content.
  ///   - name: A symbol's name.
  ///   - description: The advice to the person.
  public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
    self.init(
      label: { SwiftUI.Label(title, systemImage: name) }, description: { description }, actions: { EmptyView() }
    )
  }
  /// A view in place of missing content, with a title and a symbol.
  ///
  /// - Parameters:
  ///   - title: The name of the missing content.
  ///   - name: A symbol's name.
  ///   - description: The advice to the person.
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {
    self.init(
      label: { SwiftUI.Label(title, systemImage: name) }, description: { description }, actions: { EmptyView() }
    )
  }
}
