// SPDX-License-Identifier: Apache-2.0
import OwnProcess
package import WidgetModel

/// The language that this computer's owner reads.
package enum OwnerLanguage {
  /// The variables in the order in which programs look: what holds for everything, for words, and else.
  private static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

  package static let current: Language = {
    let value = variables.lazy.compactMap { Environment.value($0) }.first
    return value.flatMap { Language(environment: $0) } ?? .english
  }()
}
