// SPDX-License-Identifier: Apache-2.0

/// A box of views below a title. Source: `SwiftUI.GroupBox`.
public struct GroupBox<Label: View, Content: View>: View {
  private let label: Label
  private let content: Content

  /// A box of views with a view as its title.
  ///
  /// - Parameters:
  ///   - content: The views.
  ///   - label: The title.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    (self.label, self.content) = (label(), content())
  }

  /// The view that is drawn: the title above the contents.
  public var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      label.font(.headline)
      content
    }
    .padding(12)
    .background(.fill, in: RoundedRectangle(cornerRadius: 8))
  }
}

extension GroupBox where Label == EmptyView {
  /// A box of views without a title.
  ///
  /// - Parameter content: The views.
  public init(@ViewBuilder content: () -> Content) { self.init(content: content, label: { EmptyView() }) }
}

extension GroupBox where Label == Text {
  /// A box of views with a localized title.
  ///
  /// - Parameters:
  ///   - titleKey: The title.
  ///   - content: The views.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content, label: { Text(titleKey) })
  }
}
