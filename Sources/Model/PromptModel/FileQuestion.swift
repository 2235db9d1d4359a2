// SPDX-License-Identifier: Apache-2.0

/// What the person is asked when an app wants them to choose a file or folder. The answer is a path, which the app is not told.
package struct FileQuestion: Sendable, Equatable {
  /// From the app's bundle; what is shown of it is made harmless first.
  package let name: String
  package let identifier: String
  package let use: Use
  /// What a file to be saved could be called, in the app's words; may be empty.
  package let suggestion: String

  /// The numbers are sent: they are permanent.
  package enum Use: UInt8, Sendable, CaseIterable {
    case open = 1
    case save = 2
    case folder = 3
  }

  /// In bytes.
  package static let longestSuggestion = 256
  package static let longestPath = 4095

  package init(name: String, identifier: String, use: Use, suggestion: String) {
    self.name = name
    self.identifier = identifier
    self.use = use
    self.suggestion = suggestion
  }
}
