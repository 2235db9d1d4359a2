// SPDX-License-Identifier: Apache-2.0

/// The settings of an instance that a person may change: the file `config` in its home, lines of `key = value`.
package struct Configuration: Sendable, Equatable {
  /// The path at which the protected files appear; nil: `~/Protected`.
  package var mount: String?
  /// How to reach the TPM the root key is sealed in; nil: the root key is a file.
  package var tcti: String?
  // What the owner has chosen with the passcode is in the enclave; here it can be made stricter, and no looser. Nil: nothing is
  // said.

  /// Whether the tenth wrong passcode erases everything.
  package var eraseAfterTen: Bool?
  /// How long after a lock the files of class `complete` stay readable.
  package var graceSeconds: Int?
  /// Devices that are a camera or a microphone besides those that are known by their names.
  package var camera: String?
  package var microphone: String?
  /// Whether other users reach the files, as far as the files' modes let them. Root's mounts always let them.
  package var allowOther = false

  package init() {}

  package static let graceRange = 0...3600
}

// MARK: - Text

extension Configuration {
  /// Reads the file's text. Empty lines and lines that begin with `#` say nothing; an unknown key is an error, so
  /// that a slip of the pen in a security setting is never passed over.
  package init(text: String) throws(ConfigurationError) {
    var seen: Set<String> = []
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      let line = trimmed(line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      do throws(ConfigurationProblem) {
        let key = try read(line)
        guard seen.insert(key).inserted else { throw .repeatedKey(key) }
      } catch {
        throw ConfigurationError(line: index + 1, problem: error)
      }
    }
  }

  private mutating func read(_ line: Substring) throws(ConfigurationProblem) -> String {
    guard let equals = line.firstIndex(of: "=") else { throw .notKeyAndValue }
    let key = String(trimmed(line[..<equals]))
    let value = String(trimmed(line[line.index(after: equals)...]))
    func bad(_ expected: ConfigurationValueForm) -> ConfigurationProblem {
      .badValue(key: key, value: value, expected: expected)
    }
    switch key {
    case "mount":
      guard value.hasPrefix("/") else { throw bad(.absolutePath) }
      mount = value
    case "tcti":
      guard !value.isEmpty else { throw bad(.text) }
      tcti = value
    case "erase-after-ten":
      guard value == "yes" || value == "no" else { throw bad(.yesOrNo) }
      eraseAfterTen = value == "yes"
    case "allow-other":
      guard value == "yes" || value == "no" else { throw bad(.yesOrNo) }
      allowOther = value == "yes"
    case "grace-seconds":
      guard let seconds = Int(value), Self.graceRange.contains(seconds) else { throw bad(.number(Self.graceRange)) }
      graceSeconds = seconds
    case "camera":
      guard value.hasPrefix("/") else { throw bad(.absolutePath) }
      camera = value
    case "microphone":
      guard value.hasPrefix("/") else { throw bad(.absolutePath) }
      microphone = value
    default: throw .unknownKey(key)
    }
    return key
  }

  /// The file's text, every setting with its meaning.
  package var text: String {
    func line(_ key: String, _ value: String?) -> String { value.map { "\(key) = \($0)" } ?? "# \(key) =" }
    return """
      # Settings of this Bailey instance, read at 'bailey up'.

      # Where the protected files appear. Not set: ~/Protected
      \(line("mount", mount))

      # The TPM that seals the root key, as a TCTI such as device:/dev/tpmrm0. Not set: the root key is a file.
      # The instance keeps what it was created with: changing this later makes it unusable.
      \(line("tcti", tcti))

      # These two are set with the passcode: bailey settings. Here they can be made stricter, and no looser.
      # Whether the tenth wrong passcode erases everything: yes or no
      \(line("erase-after-ten", eraseAfterTen.map { $0 ? "yes" : "no" }))

      # Seconds after a lock during which files of class 'complete' stay readable: 0 to 3600
      \(line("grace-seconds", graceSeconds.map { "\($0)" }))

      # A device that is a camera, or a microphone, besides /dev/video0 and the like, for apps that are allowed to have one.
      \(line("camera", camera))
      \(line("microphone", microphone))

      # Whether other users reach the files, as far as modes let them: yes or no. Where root runs Bailey they always do;
      # elsewhere /etc/fuse.conf has to say user_allow_other
      allow-other = \(allowOther ? "yes" : "no")

      """
  }
}

/// A line that cannot be read.
package struct ConfigurationError: Error, Equatable, Sendable {
  package let line: Int
  package let problem: ConfigurationProblem
}

extension ConfigurationProblem: Error {}

private func trimmed(_ text: Substring) -> Substring {
  let start = text.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
  guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else { return "" }
  return start[...last]
}
