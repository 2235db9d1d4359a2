// SPDX-License-Identifier: Apache-2.0

/// The targets of a bundle's symbolic links, followed as the kernel follows them.
///
/// Two links that each stay in the bundle by their own words can lead out together: `a` to `b/../..`, where `b` leads to a
/// folder less deep than its own name.
struct SealedLinks {
  private let targets: [String: [Substring]]
  /// The number of steps that are left, so that links that lead through each other end.
  private var steps = 1 << 19

  /// The maximum number of links on one path: the kernel follows this many, and then fails (`path_resolution(7)`).
  private static let mostFollowed = 40

  init(_ entries: [SealedList.Entry]) {
    var targets: [String: [Substring]] = [:]
    for entry in entries {
      if case .link(let target) = entry.content { targets[entry.path] = target.split(separator: "/") }
    }
    self.targets = targets
  }

  /// Refuses a link that leads out of the bundle at any step, or into the folder of the signature, which is not sealed.
  mutating func check() throws(SealDefect) {
    for path in targets.keys.sorted() where try !staysInside(path) { throw .outside(path) }
  }

  private mutating func staysInside(_ path: String) throws(SealDefect) -> Bool {
    var place: [Substring] = []
    var rest = Array(path.split(separator: "/").reversed())
    var followed = 0
    while let part = rest.popLast() {
      steps -= 1
      guard steps > 0 else { throw .tooLarge }
      switch part {
      case ".": continue
      case "..": guard place.popLast() != nil else { return false }
      default:
        guard !(place.isEmpty && part == BundlePath.signatureFolder) else { return false }
        place.append(part)
        guard let target = targets[place.joined(separator: "/")] else { continue }
        followed += 1
        guard followed <= Self.mostFollowed else { return true }
        place.removeLast()
        rest += target.reversed()
      }
    }
    return true
  }
}
