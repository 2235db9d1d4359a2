// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import WidgetModel

/// The language of the session that draws.
enum OwnerLanguage {
  /// Nil where the variables name none: `C` is no language.
  static var tag: LanguageTag? {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
    return variables.lazy.compactMap { Environment.value($0) }.first.flatMap { LanguageTag(variable: $0) }
  }
}
