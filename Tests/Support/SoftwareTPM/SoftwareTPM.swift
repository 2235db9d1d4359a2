// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SystemCalls

/// A TPM of its own for a test: swtpm on a socket in a folder of its own.
package struct SoftwareTPM: Sendable {
  /// False where swtpm is not installed.
  package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: executable) }
  private static let executable = "/usr/bin/swtpm"

  private let folder: String
  private let process: pid_t

  /// What `TrustedPlatformModule` takes.
  package var connection: String { "swtpm:path=\(folder)/s" }

  package struct Unavailable: Error {}

  /// What a TPM has from its maker.
  package enum Making: Sendable {
    case plain
    /// Certificates of its endorsement keys, of which one is RSA, by an authority of its own.
    case certified
  }

  /// Runs a test with a TPM, which is gone with all it held when this returns.
  package static func run<Result>(_ making: Making = .plain, _ body: (SoftwareTPM) throws -> Result) throws -> Result {
    let software = try SoftwareTPM(making)
    defer {
      software.stop()
      try? FileManager.default.removeItem(atPath: software.folder)
    }
    try software.waitUntilItListens()
    return try body(software)
  }

  /// The file of the certificate, PEM, of the authority that has certified the endorsement keys.
  package var authority: String { "\(folder)/ca/issuercert.pem" }

  /// The same, DER.
  package func authorityBytes() throws -> [UInt8] {
    let lines = try String(contentsOfFile: authority, encoding: .utf8).split(separator: "\n")
    guard let bytes = Data(base64Encoded: lines.filter { !$0.hasPrefix("-----") }.joined()) else { throw Unavailable() }
    return Array(bytes)
  }

  private init(_ making: Making) throws {
    // Short: a socket's path has at most 107 characters.
    folder = "/tmp/swtpm-\(UUID().uuidString.prefix(18))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    if making == .certified { try Self.certify(in: folder) }
    process = try Self.spawn([
      Self.executable, "socket", "--tpm2", "--tpmstate", "dir=\(folder)", "--server", "type=unixio,path=\(folder)/s",
      "--ctrl", "type=unixio,path=\(folder)/s.ctrl", "--flags", "not-need-init,startup-clear",
      "--log", "file=\(folder)/log,level=20",
    ])
  }

  /// Makes the TPM's state with keys and certificates, and the authority.
  private static func certify(in folder: String) throws {
    let ca = "\(folder)/ca"
    try FileManager.default.createDirectory(atPath: ca, withIntermediateDirectories: false)
    let files = [
      "authority.conf":
        "statedir = \(ca)\nsigningkey = \(ca)/signkey.pem\nissuercert = \(ca)/issuercert.pem\ncertserial = \(ca)/serial\n",
      "authority.options": "",
      "setup.conf":
        "create_certs_tool = /usr/bin/swtpm_localca\ncreate_certs_tool_config = \(folder)/authority.conf\n"
        + "create_certs_tool_options = \(folder)/authority.options\n",
    ]
    for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
    let process = try spawn([
      "/usr/bin/swtpm_setup", "--tpm2", "--config", "\(folder)/setup.conf", "--tpmstate", folder, "--createek",
      "--create-ek-cert", "--overwrite", "--logfile", "\(folder)/setup.log",
    ])
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, 0) == process, status == 0 else { throw Unavailable() }
  }

  /// Ends the TPM at once, as pulling it out would.
  package func stop() {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// All bytes that went in and out, as the TPM noted them.
  package func traffic() throws -> [UInt8] {
    let log = try String(contentsOfFile: "\(folder)/log", encoding: .utf8)
    let rows = log.split(separator: "\n").map { $0.split(separator: " ") }
    return rows.filter { $0.allSatisfy { $0.count == 2 } }.flatMap { $0.compactMap { UInt8($0, radix: 16) } }
  }

  private static func spawn(_ arguments: [String]) throws -> pid_t {
    var process: pid_t = 0
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { for index in arguments.indices { unsafe free(pointers[index]) } }
    guard unsafe posix_spawn(&process, arguments[0], nil, nil, &pointers, environ) == 0 else { throw Unavailable() }
    return process
  }

  /// The socket's name is there a moment before anybody listens to it; the kernel's list of sockets tells.
  private func waitUntilItListens() throws {
    let listening = "00010000"
    for _ in 0..<12_000 {
      // Not read by Foundation: of a list of many sockets it takes the first part for the whole.
      let list = try FileDescriptor.open("/proc/net/unix", O_RDONLY).read(count: 1 << 24, at: 0)
      let sockets = String(decoding: list, as: UTF8.self)
      let isReady = sockets.split(separator: "\n").contains {
        $0.hasSuffix(" \(folder)/s") && $0.split(separator: " ").dropFirst(3).first == listening[...]
      }
      if isReady { return }
      usleep(5000)
    }
    throw Unavailable()
  }
}
