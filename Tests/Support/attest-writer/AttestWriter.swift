// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import AppModel
import AttestedApps
import Glibc
import Keybag
import ProtectionModel
import ProtectionModelTesting

/// Makes a key of an app, has it attested and asserts with it until it is killed: what the crash tests start.
///
/// Arguments: the path of the database, the time in seconds since 1970, and the step at which it kills itself, or
/// `never`. Writes a line for each answer that the app had: `key`, `attestation` and `assertion`, with the octets in
/// hexadecimal digits.
@main struct AttestWriter {
  private static let hash = [UInt8](repeating: 8, count: 32)

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let now = Int64(arguments[2]) else { exit(2) }
    let step = arguments[3]
    let classKeys = FakeClassKeys()
    let keys = MortalKeys(AppAttestKeyring(classKeys), step)
    let apps = try AttestedApps(arguments[1], keys: keys, classKeys: classKeys, version: "1.0") { now }
    let app = try Self.app()
    let id = try apps.makeKey(of: app)
    Self.die(at: "keyKept", step)
    tell("key", id)
    let attestation = try apps.attestedHere(id, of: app, clientDataHash: hash)
    Self.die(at: "attested", step)
    tell("attestation", attestation)
    while true {
      let assertion = try apps.assertion(by: id, of: app, clientDataHash: hash)
      Self.die(at: "asserted", step)
      tell("assertion", assertion)
    }
  }

  private static func app() throws -> AttestedApp {
    let info = """
      <?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.notes</string>
      <key>CFBundleExecutable</key><string>Notes</string><key>CFBundleVersion</key><string>7</string></dict></plist>
      """
    let xml = #"<?xml version="1.0"?><plist version="1.0"><dict/></plist>"#
    return AttestedApp(
      try InstalledApp(
        publisher: .key([UInt8](repeating: 3, count: 32)), signer: "Notes", seal: [UInt8](repeating: 1, count: 32),
        info: Array(info.utf8), xml: Array(xml.utf8)))
  }

  private static func tell(_ word: String, _ bytes: [UInt8]) {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let line = "\(word) \(digits)\n"
    guard unsafe write(1, line, line.utf8.count) == line.utf8.count else { exit(1) }
  }

  static func die(at place: String, _ step: String) {
    if place == step { raise(SIGKILL) }
  }
}

/// The enclave's keys, which the process may not outlive.
private struct MortalKeys: AppAttestKeyService {
  private let keys: any AppAttestKeyService
  private let step: String

  init(_ keys: any AppAttestKeyService, _ step: String) { (self.keys, self.step) = (keys, step) }

  func makeAppKey(of appIDHash: [UInt8]) throws(ClassKeyError) -> AppAttestKey {
    let key = try keys.makeAppKey(of: appIDHash)
    AttestWriter.die(at: "keyMade", step)
    return key
  }

  func signature(_ use: AppAttestKeyUse) throws(ClassKeyError) -> [UInt8] {
    AttestWriter.die(at: use.counter == 0 ? "attesting" : "counted", step)
    return try keys.signature(use)
  }
}

extension AttestedApps {
  /// The attestation by this instance, which is enrolled with nobody.
  fileprivate func attestedHere(
    _ id: [UInt8], of app: AttestedApp, clientDataHash: [UInt8]
  ) throws(AppAttestFailure) -> [UInt8] {
    guard case .attested(let object) = try attest(id, of: app, clientDataHash: clientDataHash) else {
      throw .unavailable
    }
    return object
  }
}
