// SPDX-License-Identifier: Apache-2.0

/// The feedback that a person feels, which pictures do not give. Source: `SwiftUI.SensoryFeedback`.
public struct SensoryFeedback: Equatable, Sendable {
  private init() {}
  /// The feedback for a task that succeeded.
  public static let success = SensoryFeedback()
  /// The feedback for a warning.
  public static let warning = SensoryFeedback()
  /// The feedback for a task that failed.
  public static let error = SensoryFeedback()
  /// The feedback for a selection that changes.
  public static let selection = SensoryFeedback()
  /// The feedback for a collision.
  public static let impact = SensoryFeedback()
}
