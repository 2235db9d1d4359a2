// SPDX-License-Identifier: Apache-2.0

/// A section of views with a header and a footer. Source: `SwiftUI.Section`.
///
/// Outside of lists, which widgets do not have, they are views of what they stand in, one after the other.
public struct Section<Parent: View, Content: View, Footer: View>: View {
  private let parent: Parent
  private let content: Content
  private let footer: Footer

  /// A section of views with a header and a footer.
  ///
  /// - Parameters:
  ///   - content: The views.
  ///   - header: The heading.
  ///   - footer: The note.
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent = { EmptyView() },
    @ViewBuilder footer: () -> Footer = { EmptyView() }
  ) {
    (parent, self.content, self.footer) = (header(), content(), footer())
  }

  /// The header, the content and the footer.
  @ViewBuilder public var body: some View {
    parent
    content
    footer
  }
}

extension Section where Parent == Text, Footer == EmptyView {
  /// A section of views with a localized header.
  ///
  /// - Parameters:
  ///   - titleKey: The heading.
  ///   - content: The views.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { Text(titleKey) }, footer: { EmptyView() })
  }
}
