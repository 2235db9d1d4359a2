// SPDX-License-Identifier: Apache-2.0

/// Views on a ground of their own, below what they are called. Source: `SwiftUI.GroupBox`.
public struct GroupBox<Label: View, Content: View>: View {
  private let label: Label
  private let content: Content

  /// - Parameters:
  ///   - content: The views.
  ///   - label: What they are called.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    (self.label, self.content) = (label(), content())
  }

  /// The label above the views.
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
  /// - Parameter content: The views.
  public init(@ViewBuilder content: () -> Content) { self.init(content: content, label: { EmptyView() }) }
}

extension GroupBox where Label == Text {
  /// - Parameters:
  ///   - titleKey: What they are called.
  ///   - content: The views.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content, label: { Text(titleKey) })
  }
}
