// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The environment in which a widget's views are drawn.
package struct WidgetEnvironment: Sendable, Hashable {
  package var family: Family
  package var size: Size
  package var appearance = Appearance.light
  package var rendering = Rendering.fullColor
  package var reasons: Reasons = []
  /// An always-on display shines less.
  package var isLuminanceReduced = false
  package var showsBackground = true
  package var margins = WidgetMetrics.margins
  /// A language and region as BCP 47 has them.
  package var locale = "en_US"
  package var direction = Direction.leftToRight
  package var typeSize = TypeSize.large
  /// Whether the widget is in a gallery, where samples are shown.
  package var isPreview = false
  /// The owner's choices for the widget's parameters.
  package var configuration: [IntentArgument] = []
  /// The time in seconds since 2001.
  package var now: Double

  package init(family: Family, size: Size, now: Double) {
    (self.family, self.size, self.now) = (family, size, now)
    if family.isAccessory { (showsBackground, margins) = (false, .none) }
  }

  package enum Appearance: UInt8, Sendable, CaseIterable, Archivable { case light = 1, dark }
  package enum Rendering: UInt8, Sendable, CaseIterable, Archivable { case fullColor = 1, accented, vibrant }
  package enum Direction: UInt8, Sendable, CaseIterable, Archivable { case leftToRight = 1, rightToLeft }

  /// SwiftUI's `DynamicTypeSize`, in its order.
  package enum TypeSize: UInt8, Sendable, CaseIterable, Archivable {
    case xSmall = 1
    case small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
  }
}

extension WidgetEnvironment: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(
      family, size, appearance, rendering, reasons, isLuminanceReduced, showsBackground, margins, locale, direction,
      typeSize, isPreview, configuration, now)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    (family, size) = (try reader.value(), try reader.value())
    (appearance, rendering, reasons) = (try reader.value(), try reader.value(), try reader.value())
    (isLuminanceReduced, showsBackground) = (try reader.value(), try reader.value())
    (margins, locale, direction) = (try reader.value(), try reader.value(), try reader.value())
    (typeSize, isPreview) = (try reader.value(), try reader.value())
    (configuration, now) = (try reader.value(), try reader.value())
    guard configuration.count <= 64 else { throw .badValue }
  }
}
