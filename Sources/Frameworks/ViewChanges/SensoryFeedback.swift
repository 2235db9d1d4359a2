// SPDX-License-Identifier: Apache-2.0

/// What is felt. Source: `SwiftUI.SensoryFeedback`.
public struct SensoryFeedback: Equatable, Sendable {
  private init() {}
  /// Apple's value.
  public static let success = SensoryFeedback()
  /// Apple's value.
  public static let warning = SensoryFeedback()
  /// Apple's value.
  public static let error = SensoryFeedback()
  /// Apple's value.
  public static let selection = SensoryFeedback()
  /// Apple's value.
  public static let impact = SensoryFeedback()
}
