// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import PropertyLists

extension EntitlementsError {
  /// The error in a sentence for the person.
  var sentence: String {
    switch self {
    case .notADictionary: "entitlements are a dictionary."
    case .reservedGroup(let group): "the access group '\(group)' is not to be claimed: Bailey gives it out itself."
    case .unreadable(let error): "line \(error.line): \(error.problem.sentence)"
    }
  }
}
