// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The facts about the caller and the device; nil for unknown ones.
package struct DiagnosisContext: Sendable {
  package var groups: [String]?
  package var hasPasscode: Bool?
  /// Whether keys of an accessibility are there now.
  package var isAvailable: (@Sendable (Accessibility) -> Bool)?
  /// Whether rows can be looked at with these groups.
  package var rows: (any SearchExaminer)?

  package init() {}
}

/// The diagnosis of a call: what it would do, and what a developer should know about it.
package struct CallDiagnosis: Sendable {
  package let kind: CallKind
  package let itemClass: ItemClass?
  package let outcome: Outcome
  package var pitfalls: [Pitfall]
  /// The rows it would look at; nil where they could not be looked at.
  package let report: SearchReport?

  package enum Outcome: Sendable, Equatable {
    /// `errSecSuccess`, and for how many items.
    case success(items: Int?)
    case failure(KeychainStatus)
    /// The person would be asked first.
    case asks
    /// The outcome depends on what is in the keychain, which could not be looked at.
    case unknown
  }

  package var status: Int32? {
    switch outcome {
    case .success: 0
    case .failure(let status): status.rawValue
    case .asks, .unknown: nil
    }
  }

  /// Whether there are neither errors nor warnings.
  package var isClean: Bool { !pitfalls.contains { $0.weight != .note } }
}
