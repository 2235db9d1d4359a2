// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// The system's colours, light and dark, as Apple's Human Interface Guidelines and UIKit's documentation have them.
package enum SystemColors {
  package static let red = opaque(0xFF3B30, 0xFF453A)
  package static let orange = opaque(0xFF9500, 0xFF9F0A)
  package static let yellow = opaque(0xFFCC00, 0xFFD60A)
  package static let green = opaque(0x34C759, 0x30D158)
  package static let mint = opaque(0x00C7BE, 0x63E6E2)
  package static let teal = opaque(0x30B0C7, 0x40C8E0)
  package static let cyan = opaque(0x32ADE6, 0x64D2FF)
  package static let blue = opaque(0x007AFF, 0x0A84FF)
  package static let indigo = opaque(0x5856D6, 0x5E5CE6)
  package static let purple = opaque(0xAF52DE, 0xBF5AF2)
  package static let pink = opaque(0xFF2D55, 0xFF375F)
  package static let brown = opaque(0xA2845E, 0xAC8E68)
  package static let gray = opaque(0x8E8E93, 0x8E8E93)
  package static let gray2 = opaque(0xAEAEB2, 0x636366)
  package static let gray3 = opaque(0xC7C7CC, 0x48484A)
  package static let gray4 = opaque(0xD1D1D6, 0x3A3A3C)
  package static let gray5 = opaque(0xE5E5EA, 0x2C2C2E)
  package static let gray6 = opaque(0xF2F2F7, 0x1C1C1E)
  package static let label = NamedColor(.black, dark: .white)
  package static let secondaryLabel = label(0.6)
  package static let tertiaryLabel = label(0.3)
  package static let quaternaryLabel = NamedColor(ink(0x3C3C43).faded(by: 0.18), dark: ink(0xEBEBF5).faded(by: 0.16))
  package static let placeholderText = label(0.3)
  package static let separator = NamedColor(ink(0x3C3C43).faded(by: 0.29), dark: ink(0x545458).faded(by: 0.6))
  package static let opaqueSeparator = opaque(0xC6C6C8, 0x38383A)
  package static let link = blue
  package static let background = opaque(0xFFFFFF, 0x000000)
  package static let secondaryBackground = opaque(0xF2F2F7, 0x1C1C1E)
  package static let tertiaryBackground = opaque(0xFFFFFF, 0x2C2C2E)
  package static let groupedBackground = opaque(0xF2F2F7, 0x000000)
  package static let secondaryGroupedBackground = opaque(0xFFFFFF, 0x1C1C1E)
  package static let tertiaryGroupedBackground = opaque(0xF2F2F7, 0x2C2C2E)
  package static let fill = NamedColor(ink(0x787880).faded(by: 0.2), dark: ink(0x787880).faded(by: 0.36))
  package static let secondaryFill = NamedColor(ink(0x787880).faded(by: 0.16), dark: ink(0x787880).faded(by: 0.32))
  package static let tertiaryFill = NamedColor(ink(0x767680).faded(by: 0.12), dark: ink(0x767680).faded(by: 0.24))
  package static let quaternaryFill = NamedColor(ink(0x747480).faded(by: 0.08), dark: ink(0x767680).faded(by: 0.18))

  /// The system colour of the name that a catalogue has for it, such as `systemBlueColor` or `labelColor`.
  package static func color(_ name: String) -> NamedColor? { names[name] }

  private static let names: [String: NamedColor] = [
    "systemRedColor": red, "systemOrangeColor": orange, "systemYellowColor": yellow, "systemGreenColor": green,
    "systemMintColor": mint, "systemTealColor": teal, "systemCyanColor": cyan, "systemBlueColor": blue,
    "systemIndigoColor": indigo, "systemPurpleColor": purple, "systemPinkColor": pink, "systemBrownColor": brown,
    "systemGrayColor": gray, "systemGray2Color": gray2, "systemGray3Color": gray3, "systemGray4Color": gray4,
    "systemGray5Color": gray5, "systemGray6Color": gray6, "labelColor": label, "secondaryLabelColor": secondaryLabel,
    "tertiaryLabelColor": tertiaryLabel, "quaternaryLabelColor": quaternaryLabel, "linkColor": link,
    "placeholderTextColor": placeholderText, "separatorColor": separator, "opaqueSeparatorColor": opaqueSeparator,
    "systemBackgroundColor": background, "secondarySystemBackgroundColor": secondaryBackground,
    "tertiarySystemBackgroundColor": tertiaryBackground, "systemGroupedBackgroundColor": groupedBackground,
    "secondarySystemGroupedBackgroundColor": secondaryGroupedBackground,
    "tertiarySystemGroupedBackgroundColor": tertiaryGroupedBackground, "systemFillColor": fill,
    "secondarySystemFillColor": secondaryFill, "tertiarySystemFillColor": tertiaryFill,
    "quaternarySystemFillColor": quaternaryFill, "whiteColor": NamedColor(.white), "blackColor": NamedColor(.black),
    "clearColor": NamedColor(.clear), "darkTextColor": NamedColor(.black), "lightTextColor": NamedColor(.white),
  ]

  private static func opaque(_ light: UInt32, _ dark: UInt32) -> NamedColor { NamedColor(ink(light), dark: ink(dark)) }
  private static func label(_ opacity: Double) -> NamedColor {
    NamedColor(ink(0x3C3C43).faded(by: opacity), dark: ink(0xEBEBF5).faded(by: opacity))
  }
  private static func ink(_ hex: UInt32) -> Ink {
    Ink(Double(hex >> 16 & 255) / 255, Double(hex >> 8 & 255) / 255, Double(hex & 255) / 255)
  }
}
