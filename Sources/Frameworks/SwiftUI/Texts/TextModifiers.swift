// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

extension View {
  func look(_ change: @escaping (inout EnvironmentValues.Look) -> Void) -> EnvironmentChange<Self> {
    EnvironmentChange(content: self) { change(&$0.look) }
  }

  /// - Parameter font: The face of texts.
  /// - Returns: The view.
  public func font(_ font: Font?) -> some View { look { $0.font = font } }
  /// - Parameter weight: How heavy letters are.
  /// - Returns: The view.
  public func fontWeight(_ weight: Font.Weight?) -> some View { look { $0.weight = weight } }
  /// - Parameter design: The form of letters.
  /// - Returns: The view.
  public func fontDesign(_ design: Font.Design?) -> some View {
    look { $0.design = design }
  }
  /// - Parameter isActive: Whether it is.
  /// - Returns: The view with bold letters.
  public func bold(_ isActive: Bool = true) -> some View { look { if isActive { $0.traits.insert(.bold) } } }
  /// - Parameter isActive: Whether it is.
  /// - Returns: The view with leaning letters.
  public func italic(_ isActive: Bool = true) -> some View { look { if isActive { $0.traits.insert(.italic) } } }
  /// - Returns: The view with digits of one width.
  public func monospacedDigit() -> some View { look { $0.traits.insert(.monospacedDigits) } }
  /// - Parameter tracking: Points between letters.
  /// - Returns: The view.
  public func tracking(_ tracking: CGFloat) -> some View { look { $0.tracking = Double(tracking) } }
  /// - Parameter kerning: Points between letters.
  /// - Returns: The view.
  public func kerning(_ kerning: CGFloat) -> some View { look { $0.tracking = Double(kerning) } }
  /// - Parameters:
  ///   - isActive: Whether there is one.
  ///   - color: Of the text, here.
  /// - Returns: The view with a line under texts.
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View {
    look { if isActive { $0.lines.insert(.under) } }
  }
  /// - Parameters:
  ///   - isActive: Whether there is one.
  ///   - color: Of the text, here.
  /// - Returns: The view with a line through texts.
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View {
    look { if isActive { $0.lines.insert(.through) } }
  }
  /// - Parameter textCase: Capital or small letters.
  /// - Returns: The view.
  public func textCase(_ textCase: Text.Case?) -> some View { look { $0.letters = textCase } }
  /// - Parameter number: Lines at the most.
  /// - Returns: The view.
  public func lineLimit(_ number: Int?) -> some View { look { $0.lineLimit = number.map { max($0, 1) } } }
  /// - Parameters:
  ///   - limit: Lines at the most.
  ///   - reservesSpace: Room is not kept here.
  /// - Returns: The view.
  public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { lineLimit(limit) }
  /// - Parameter limit: Lines at the most.
  /// - Returns: The view.
  public func lineLimit(_ limit: ClosedRange<Int>) -> some View { lineLimit(limit.upperBound) }
  /// - Parameter lineSpacing: Points between lines.
  /// - Returns: The view.
  public func lineSpacing(_ lineSpacing: CGFloat) -> some View { look { $0.lineSpacing = Double(lineSpacing) } }
  /// - Parameter alignment: How lines stand.
  /// - Returns: The view.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { look { $0.alignment = alignment } }
  /// - Parameter mode: Where texts that are too long are cut.
  /// - Returns: The view.
  public func truncationMode(_ mode: Text.TruncationMode) -> some View { look { $0.truncation = mode } }
  /// - Parameter factor: How small texts may become to fit.
  /// - Returns: The view.
  public func minimumScaleFactor(_ factor: CGFloat) -> some View {
    look { $0.minimumScale = min(max(Double(factor), 0.01), 1) }
  }
  /// - Parameter flag: Letters keep their distances here.
  /// - Returns: The view.
  public func allowsTightening(_ flag: Bool) -> some View { look { _ in } }

  /// - Parameter size: How large texts are.
  /// - Returns: The view.
  public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { environment(\.dynamicTypeSize, size) }
  /// - Parameter range: How large texts may be.
  /// - Returns: The view.
  public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
    transformEnvironment(\.dynamicTypeSize) { size in
      let allowed = DynamicTypeSize.allCases.filter { range.contains($0) }
      guard let first = allowed.first, let last = allowed.last else { return }
      size = min(max(size, first), last)
    }
  }
}
