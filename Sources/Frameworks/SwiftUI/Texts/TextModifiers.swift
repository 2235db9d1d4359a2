// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

extension View {
  func look(_ change: @escaping (inout EnvironmentValues.Look) -> Void) -> EnvironmentChange<Self> {
    EnvironmentChange(content: self) { change(&$0.look) }
  }

  /// Sets the font of texts.
  ///
  /// - Parameter font: The font.
  /// - Returns: The changed view.
  public func font(_ font: Font?) -> some View { look { $0.font = font } }
  /// Sets the weight of texts' letters.
  ///
  /// - Parameter weight: The weight of letters.
  /// - Returns: The changed view.
  public func fontWeight(_ weight: Font.Weight?) -> some View { look { $0.weight = weight } }
  /// Sets the design of texts' letters.
  ///
  /// - Parameter design: The design of letters.
  /// - Returns: The changed view.
  public func fontDesign(_ design: Font.Design?) -> some View {
    look { $0.design = design }
  }
  /// Makes texts bold.
  ///
  /// - Parameter isActive: Whether the change is made.
  /// - Returns: The view with bold letters.
  public func bold(_ isActive: Bool = true) -> some View { look { if isActive { $0.traits.insert(.bold) } } }
  /// Makes texts italic.
  ///
  /// - Parameter isActive: Whether the change is made.
  /// - Returns: The view with italic letters.
  public func italic(_ isActive: Bool = true) -> some View { look { if isActive { $0.traits.insert(.italic) } } }
  /// Gives every digit the same width.
  ///
  /// - Returns: The view with digits of one width.
  public func monospacedDigit() -> some View { look { $0.traits.insert(.monospacedDigits) } }
  /// Sets the space between letters.
  ///
  /// - Parameter tracking: The space in points.
  /// - Returns: The changed view.
  public func tracking(_ tracking: CGFloat) -> some View { look { $0.tracking = Double(tracking) } }
  /// Sets the space between letters.
  ///
  /// - Parameter kerning: The space in points.
  /// - Returns: The changed view.
  public func kerning(_ kerning: CGFloat) -> some View { look { $0.tracking = Double(kerning) } }
  /// Raises the letters of texts, or lowers them.
  ///
  /// - Parameter baselineOffset: The distance upwards in points.
  /// - Returns: The changed view.
  public func baselineOffset(_ baselineOffset: CGFloat) -> some View { look { $0.rise = Double(baselineOffset) } }
  /// Draws a line under texts.
  ///
  /// - Parameters:
  ///   - isActive: Whether the line is drawn.
  ///   - color: The colour of the line, which is the text's in any case.
  /// - Returns: The view with a line under texts.
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View {
    look { if isActive { $0.lines.insert(.under) } }
  }
  /// Draws a line through texts.
  ///
  /// - Parameters:
  ///   - isActive: Whether the line is drawn.
  ///   - color: The colour of the line, which is the text's in any case.
  /// - Returns: The view with a line through texts.
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View {
    look { if isActive { $0.lines.insert(.through) } }
  }
  /// Writes texts in capital or small letters.
  ///
  /// - Parameter textCase: The case, or nil to leave the text.
  /// - Returns: The changed view.
  public func textCase(_ textCase: Text.Case?) -> some View { look { $0.letters = textCase } }
  /// Limits the number of a text's lines.
  ///
  /// - Parameter number: The maximum number of lines, or nil for any number.
  /// - Returns: The changed view.
  public func lineLimit(_ number: Int?) -> some View { look { $0.lineLimit = number.map { max($0, 1) } } }
  /// Limits the number of a text's lines.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of lines.
  ///   - reservesSpace: Whether space is kept for all of them, which it is not.
  /// - Returns: The changed view.
  public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { lineLimit(limit) }
  /// Limits the number of a text's lines to the upper bound of a range.
  ///
  /// - Parameter limit: The range of the number of lines.
  /// - Returns: The changed view.
  public func lineLimit(_ limit: ClosedRange<Int>) -> some View { lineLimit(limit.upperBound) }
  /// Sets the space between lines.
  ///
  /// - Parameter lineSpacing: The space in points.
  /// - Returns: The changed view.
  public func lineSpacing(_ lineSpacing: CGFloat) -> some View { look { $0.lineSpacing = Double(lineSpacing) } }
  /// Sets the alignment of the lines of a text.
  ///
  /// - Parameter alignment: The alignment.
  /// - Returns: The changed view.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { look { $0.alignment = alignment } }
  /// Sets where texts that are too long are truncated.
  ///
  /// - Parameter mode: The place of the ellipsis.
  /// - Returns: The changed view.
  public func truncationMode(_ mode: Text.TruncationMode) -> some View { look { $0.truncation = mode } }
  /// Lets texts shrink until they fit.
  ///
  /// - Parameter factor: The smallest factor, from 0 to 1.
  /// - Returns: The changed view.
  public func minimumScaleFactor(_ factor: CGFloat) -> some View {
    look { $0.minimumScale = min(max(Double(factor), 0.01), 1) }
  }
  /// Accepts whether letters may move closer together; they keep their distances.
  ///
  /// - Parameter flag: Whether letters may.
  /// - Returns: The changed view.
  public func allowsTightening(_ flag: Bool) -> some View { look { _ in } }

  /// Sets the size of texts.
  ///
  /// - Parameter size: The size.
  /// - Returns: The changed view.
  public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { environment(\.dynamicTypeSize, size) }
  /// Limits the size of texts to a range.
  ///
  /// - Parameter range: The allowed sizes.
  /// - Returns: The changed view.
  public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
    transformEnvironment(\.dynamicTypeSize) { size in
      let allowed = DynamicTypeSize.allCases.filter { range.contains($0) }
      guard let first = allowed.first, let last = allowed.last else { return }
      size = min(max(size, first), last)
    }
  }
}
