// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import RootKey
import SecretMemory
import SoftwareTPM
import SystemCalls
import Testing
import TrustedPlatformModule

/// A place where a root key of one kind is kept for a test: a folder, and a TPM where the kind needs one.
struct RootKeyHome {
  let kind: RootKeyKind
  let folder: URL
  private let software: SoftwareTPM?

  var path: String { folder.appendingPathComponent("root").path }

  /// The kinds that can be tested here.
  static let kinds: [RootKeyKind] = SoftwareTPM.isInstalled ? [.file, .tpm] : [.file]

  static func with(_ kind: RootKeyKind, _ body: (RootKeyHome) throws -> Void) throws {
    let folder = URL(fileURLWithPath: "/tmp/rootkey-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    switch kind {
    case .file: try body(RootKeyHome(kind: kind, folder: folder, software: nil))
    case .tpm: try SoftwareTPM.run { try body(RootKeyHome(kind: kind, folder: folder, software: $0)) }
    }
  }

  /// Opens the key as the enclave does: the file first. A TPM serves one owner, so let go of one key before the next.
  func open(_ blankFile: BlankFile = .getsNewKey) throws -> any RootKeyProvider {
    let file = try FileDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
    guard let software else { return try KeyFileRootKey(in: file, blankFile: blankFile) }
    return try TPMRootKey(in: file, sealedBy: Self.connect(software), blankFile: blankFile)
  }

  /// Whatever the kind, and without a TPM.
  func openAsKeyFile() throws -> any RootKeyProvider {
    try KeyFileRootKey(in: try FileDescriptor.open(path, O_RDWR), blankFile: .getsNewKey)
  }

  private static func connect(_ software: SoftwareTPM) throws -> TrustedPlatformModule {
    let interface = try #require(TPMInterface(software.connection))
    return try TrustedPlatformModule(interface.open())
  }

  func change(mode: mode_t? = nil, owner: uid_t? = nil) throws {
    let file = try FileDescriptor.open(path, O_RDWR)
    if let owner { try file.changeOwner(user: owner, group: .max) }
    if let mode { try file.changeMode(to: mode) }
  }

  /// Works on the TPM behind the root key's back.
  func tamper(_ body: (inout TrustedPlatformModule) throws -> Void) throws {
    var tpm = try Self.connect(#require(software))
    try body(&tpm)
  }

  var bytes: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
  }

  func replace(_ bytes: [UInt8]) throws {
    let file = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
    try file.write(bytes.span, at: 0)
  }
}

/// The error of opening or using a root key.
func refusal(_ body: () throws -> Void) -> RootKeyError? {
  do {
    try body()
    return nil
  } catch {
    return error as? RootKeyError
  }
}

func revealed(_ body: () throws -> any RootKeyProvider, _ purpose: String = "test") throws -> [UInt8] {
  try body().derive(purpose).withBytes { span in span.indices.map { span[$0] } }
}
