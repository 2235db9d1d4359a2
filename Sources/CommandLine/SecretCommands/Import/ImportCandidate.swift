// SPDX-License-Identifier: Apache-2.0
import SecretServiceModel

/// A secret that another service or store has.
struct ImportCandidate {
  /// The collection that it belongs to, by its label; nil for the default one.
  let collection: String?
  let label: String
  let attributes: LookupAttributes
  let secret: () -> Result<SecretContent, ImportDefect>
}

/// Why a secret cannot be brought in.
enum ImportDefect: Error, Equatable {
  case locked
  case unreadable
  case tooLarge
  /// Bailey has another secret, or one that it does not show to this command, with the same attributes.
  case conflict
  case notTaken

  var sentence: String {
    switch self {
    case .locked: "it is locked there, and was not unlocked"
    case .unreadable: "it cannot be read"
    case .tooLarge: "it is larger than Bailey keeps"
    case .conflict: "Bailey has something else under its name and attributes, which stays"
    case .notTaken: "Bailey did not take it"
    }
  }
}
