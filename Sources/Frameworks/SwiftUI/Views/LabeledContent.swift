// SPDX-License-Identifier: Apache-2.0

/// A view with a label. Source: `SwiftUI.LabeledContent`.
public struct LabeledContent<Label: View, Content: View>: View {
  private let label: Label
  private let content: Content

  /// A view with a label.
  ///
  /// - Parameters:
  ///   - content: The value.
  ///   - label: The label.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    (self.label, self.content) = (label(), content())
  }

  /// The label at the beginning of the line, the value at its end.
  public var body: some View {
    HStack {
      label
      Spacer(minLength: 8)
      content.foregroundStyle(.secondary)
    }
  }
}

extension LabeledContent where Label == Text {
  /// A view with a localized label.
  ///
  /// - Parameters:
  ///   - titleKey: The label.
  ///   - content: The value.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content, label: { Text(titleKey) })
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// A text with a localized label.
  ///
  /// - Parameters:
  ///   - titleKey: The label.
  ///   - value: The value.
  public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
    self.init(content: { Text(value) }, label: { Text(titleKey) })
  }
}
