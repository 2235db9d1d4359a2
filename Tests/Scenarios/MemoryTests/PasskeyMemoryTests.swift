// SPDX-License-Identifier: Apache-2.0
import BrowserHost
import Foundation
import ProcessMemory
import RunningInstance
import Testing

/// Where the private part of a passkey is: in the enclave while it signs, and otherwise nowhere.
@Suite(.serialized, .enabled(if: InstanceMemory.isReadable, "only root may read such memory, and only with /dev/fuse"))
struct PasskeyMemoryTests {
  private static let passcode = RunningInstance.passcode + "\n"

  /// Whole and in halves, as it is and as the library keeps numbers, and as the file had it.
  private func needles(_ passkey: KnownPasskey) -> [String: Data] {
    // As RFC 4648, section 5 has it: the file's alphabet.
    let text = passkey.verifiedSeed.base64EncodedString().prefix(40).map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    let forms = [
      "scalar": passkey.scalar, "scalar, lowest byte first": Data(passkey.scalar.reversed()),
      "verified seed": passkey.verifiedSeed, "present seed": passkey.presentSeed,
      "verified seed as text": Data(String(text).utf8),
    ]
    return forms.reduce(into: [:]) { needles, form in
      needles[form.key] = form.value
      needles[form.key + ", start"] = Data(form.value.prefix(16))
      needles[form.key + ", end"] = Data(form.value.suffix(16))
    }
  }

  @Test func `Nothing of it is left in any process or file, whether it came, signed in, left or was backed up`() throws
  {
    try withInstance(environment: InstanceMemory.visiblePages) { instance in
      let memory = try InstanceMemory(of: instance)
      let passkey = try KnownPasskey()
      let needles = needles(passkey)
      let folder = instance.home.deletingLastPathComponent()
      let file = folder.appending(path: "other.json")
      try KnownPasskey.write([passkey], to: file)
      #expect(try ProcessMemory.search(file: file, for: needles).isEmpty == false, "the search finds it where it is")
      try instance.succeed(["passkey", "import", file.path, "--yes"], input: Self.passcode)
      #expect(try memory.search(for: needles) == [])
      try withAgent(of: instance) { _ in
        let host = try BrowserHost(instance)
        #expect(try passkey.signed(host.signIn(passkey.identifier, at: passkey.site)))
        #expect(try memory.search(for: needles, alsoIn: [host.number]) == [])
      }
      try instance.succeed(
        ["keychain", "backup", folder.appending(path: "backup").path],
        input: Self.passcode + "a passphrase for it\na passphrase for it\n")
      try instance.succeed(
        ["passkey", "export", folder.appending(path: "export.json").path, "--yes"], input: Self.passcode)
      #expect(try memory.search(for: needles) == [])
      #expect(try memory.searchImages(for: needles) == [])
      try instance.lock()
      #expect(try memory.search(for: needles) == [])
      // Of what is on the disk, the exported files alone have it: no database, no log, no backup, no crash file.
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
      var found: Set<String> = []
      for case let url as URL in try #require(files) {
        guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
        if try !ProcessMemory.search(file: url, for: needles).isEmpty { found.insert(url.lastPathComponent) }
      }
      #expect(found.subtracting(["other.json", "export.json"]).isEmpty, "\(found)")
    }
  }
}
