// SPDX-License-Identifier: Apache-2.0
package import AppBundles
import AppModel
import SystemCalls
import TerminalConsole

extension BundleDefect {
  /// The defect in a sentence for the person.
  package func sentence(_ bundle: String) -> String {
    func name(_ path: String) -> String { bundle + (path.isEmpty ? "" : "/" + Printable.oneLine(path)) }
    return switch self {
    case .system(let path, let error): "\(name(path)): \(error.reason)."
    case .special(let path): "\(name(path)) is neither a file, a folder nor a symbolic link."
    case .setID(let path): "\(name(path)) has a set-user-ID, set-group-ID or sticky bit."
    case .badName(let folder): "\(name(folder)) holds a name that is no UTF-8."
    case .notSigned: "\(bundle) is not signed.\nTry: bailey app sign \(bundle)"
    case .changed(let path): "\(name(path)) has changed since the bundle was signed."
    case .changedMode(let path): "\(name(path)) has other permissions than when the bundle was signed."
    case .added(let path): "\(name(path)) was added after the bundle was signed."
    case .missing(let path): "\(name(path)) is missing: it was there when the bundle was signed."
    case .seal(.tooLarge): "\(bundle) has more in it than a bundle may have: \(SealLimits.entries) files and folders."
    case .seal(.malformed(let line)): "\(name(BundlePath.sealedList)): line \(line) cannot be read."
    case .seal(.outside(let path)): "\(name(path)) leads out of the bundle."
    }
  }
}
