// SPDX-License-Identifier: Apache-2.0

/// What is shown where there is no content. Source: `SwiftUI.ContentUnavailableView`.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  private let label: Label
  private let description: Description
  private let actions: Actions

  /// - Parameters:
  ///   - label: What there is none of.
  ///   - description: What to do about it.
  ///   - actions: Controls.
  public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    (self.label, self.description, self.actions) = (label(), description(), actions())
  }

  /// The label above the rest.
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
  /// - Parameters:
  ///   - title: What there is none of.
  ///   - name: A symbol's name.
  ///   - description: What to do about it.
  public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
    self.init(
      label: { SwiftUI.Label(title, systemImage: name) }, description: { description }, actions: { EmptyView() }
    )
  }
  /// - Parameters:
  ///   - title: What there is none of.
  ///   - name: A symbol's name.
  ///   - description: What to do about it.
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {
    self.init(
      label: { SwiftUI.Label(title, systemImage: name) }, description: { description }, actions: { EmptyView() }
    )
  }
}
