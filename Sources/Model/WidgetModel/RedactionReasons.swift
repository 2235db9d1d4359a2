// SPDX-License-Identifier: Apache-2.0

/// Why content is not shown as it is. The numbers are SwiftUI's.
package struct Reasons: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is no content yet, or none of it may be known.
  package static let placeholder = Reasons(rawValue: 1)
  /// The reason that content marked as private may not be seen here.
  package static let privacy = Reasons(rawValue: 2)
  /// The content is out of date.
  package static let invalidated = Reasons(rawValue: 4)

  /// Whether the reasons hide anything.
  package var areHiding: Bool { !isDisjoint(with: [.placeholder, .privacy]) }
}

/// The mark of a view for the redaction of what is in it.
package enum RedactionMark: Sendable, Hashable {
  /// `redacted(reason:)`: adds.
  case reasons(Reasons)
  /// `unredacted()`: none of the reasons hold here.
  case unredacted
  /// `privacySensitive(_:)`.
  case sensitive(Bool)
  /// `invalidatableContent(_:)`.
  case invalidatable(Bool)
}

/// Whether content is hidden at a place of the tree: computed from the root inwards, in the extension, so that its views can
/// draw a cover of their own, and again by whoever draws, who decides.
package struct RedactionState: Sendable, Hashable {
  /// The reasons that the place on the screen demands. No view takes it back.
  package let demanded: Reasons
  /// The reasons that hold here: SwiftUI's `redactionReasons`.
  package private(set) var reasons: Reasons
  package private(set) var isSensitive = false
  package private(set) var isInvalidatable = false

  package init(_ demanded: Reasons = []) {
    self.demanded = demanded
    reasons = demanded
  }

  package mutating func enter(_ mark: RedactionMark) {
    switch mark {
    case .reasons(let more): reasons.formUnion(more)
    case .unredacted: reasons = []
    case .sensitive(true):
      isSensitive = true
      // The owner's wish holds inside `unredacted()` too: the innermost mark wins. SwiftUI drops an outer placeholder
      // here; it stays, so that nothing appears that should not.
      if demanded.contains(.privacy) { reasons.insert(.privacy) }
    case .sensitive(false): isSensitive = false
    case .invalidatable(let value): isInvalidatable = value
    }
  }

  /// Adds the reasons that a view has written into its environment itself. It can add reasons, and take none away.
  package mutating func write(_ written: Reasons) { reasons.formUnion(written) }

  /// The cover of content that is hidden here, if it is.
  package var cover: Cover? {
    if isSensitive && reasons.contains(.privacy) { return .privacy }
    return reasons.contains(.placeholder) ? .placeholder : nil
  }

  package var isOutOfDate: Bool { isInvalidatable && reasons.contains(.invalidated) }
}

/// The ways in which hidden content is drawn.
package enum Cover: UInt8, Sendable, CaseIterable {
  /// The length of what is hidden may be seen: it is no secret.
  case placeholder = 1
  /// A cover that is the same for whatever is hidden.
  case privacy = 2
}
