// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import TerminalConsole
package import WebAuthn

extension FormError {
  /// The defect as a sentence, which follows the name of the file.
  package var sentence: String {
    switch self {
    case .json(.malformed(let line)): "is no JSON: line \(line)."
    case .json(.tooLarge): "is too large."
    case .json(.tooComplex): "is nested too deeply, or has too many values."
    case .json(.repeatedName(let name)): "has “\(Printable.oneLine(name))” twice."
    case .notAnObject: "is no JSON object."
    case .missing(let path): "lacks \(Printable.oneLine(path))."
    case .wrongType(let path): "has something else than it should as \(Printable.oneLine(path))."
    }
  }
}
