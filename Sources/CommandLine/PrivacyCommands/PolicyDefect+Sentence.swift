// SPDX-License-Identifier: Apache-2.0
import Advice
import ConsentModel
import PropertyLists
import TerminalConsole

extension ConsentPolicyError {
  var sentence: String {
    switch self {
    case .unreadable(let error): "line \(error.line): \(error.problem.sentence)"
    case .notADictionary: "a policy is a dictionary."
    case .noServices: "there is no dictionary Services in it."
    }
  }
}

extension PolicyLineDefect {
  var sentence: String {
    switch self {
    case .unknownService(let name): "no policy decides about '\(Printable.oneLine(name))'."
    case .badIdentity(let name):
      "an entry of \(Printable.oneLine(name)) lacks Identifier, or has not exactly one of Allowed and Authorization."
    case .denyOnly(let name): "\(Printable.oneLine(name)) can only be refused by a policy."
    case .unjudgedRequirement(let name, let app):
      "\(Printable.oneLine(name)) is not allowed to \(Printable.oneLine(app)): its CodeRequirement holds of no code here, or cannot be judged."
    }
  }
}
