// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
import Dispatch
import Foundation

/// A tap, from the button to what the app does with it.
public struct ButtonTap {
  let look: LocationButtonLook

  /// The process's language.
  public static var language: String {
    let environment = ProcessInfo.processInfo.environment
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return String((set ?? "en").prefix(2))
  }

  /// LB05: what the app does is done in any case, once, when it is decided what the app gets.
  func carryOut(_ action: @escaping @MainActor @Sendable () -> Void) {
    let look = look
    ConsentRequests.tapLocationButton(look) { outcome in
      if case .failed(.unfitButton) = outcome { Self.report(look.defects) }
      DispatchQueue.main.async { action() }
    }
  }

  private static func report(_ defects: [LocationButtonLook.Defect]) {
    let reasons = defects.map { "\($0.rawValue) (\(words(for: $0)))" }.joined(separator: ", ")
    let sentence = "The location button does not give the location, because a person cannot read it: \(reasons).\n"
    FileHandle.standardError.write(Data(sentence.utf8))
  }

  private static func words(for defect: LocationButtonLook.Defect) -> String {
    switch defect {
    case .empty: "it has neither words nor an arrow"
    case .contrast: "words and background are too alike"
    case .translucent: "the background lets too much through"
    case .truncated: "the words do not fit"
    case .malformed: "a number is none"
    }
  }
}
