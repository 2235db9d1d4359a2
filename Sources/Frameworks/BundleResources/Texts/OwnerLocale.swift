// SPDX-License-Identifier: Apache-2.0
package import Foundation
import OwnProcess
import Threads
import WidgetModel

/// The locale that an extension's answers are written in: of what it was asked for last, else of its environment.
///
/// Foundation's `Locale.current` is English on Linux whatever the environment says (6.3), and nothing changes it.
package enum OwnerLocale {
  private static let named = Locked<Locale?>(nil)
  private static let initial: Locale = {
    let language = OwnProcess.Environment.value("LANG").flatMap { Language(environment: $0) }
    return Locale(identifier: (language ?? .english).identifier)
  }()

  package static var current: Locale { named.withLock { $0 } ?? initial }

  package static func use(_ identifier: String) {
    let locale = Locale(identifier: identifier)
    named.withLock { $0 = locale }
  }

  /// A style in the owner's locale, unless it names one of its own.
  package static func style<Style: FormatStyle>(_ style: Style) -> Style {
    if let own = locale(in: style, depth: 2), own != .autoupdatingCurrent, own != .current { return style }
    return style.locale(current)
  }

  private static func locale(in value: Any, depth: Int) -> Locale? {
    let parts = Mirror(reflecting: value).children.map(\.value)
    if let own = parts.lazy.compactMap({ $0 as? Locale }).first { return own }
    return depth > 1 ? parts.lazy.compactMap { locale(in: $0, depth: depth - 1) }.first : nil
  }
}
