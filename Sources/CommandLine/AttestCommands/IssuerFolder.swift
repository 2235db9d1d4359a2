// SPDX-License-Identifier: Apache-2.0
import Advice
import AppAttest
import Clocks
import CryptoPrimitives
import Files
import Glibc
import JSONCoding
import KeyFormats
import SecretMemory
import SystemCalls
import TerminalConsole
import WebAuthn
import WireFormat

/// An issuer's files: its certificates and keys, and each attested key with its app and counter. One command at a time changes
/// them.
struct IssuerFolder: ~Copyable {
  private let path: String
  private let folder: FileDescriptor
  /// The lock of the folder, as long as this lives.
  private let lock: FileDescriptor

  private static let limit = 64 << 10

  enum Name {
    /// The root's file, which is written last: an issuer without it is none.
    static let root = "root.pem"
    static let intermediate = "intermediate.der"
    static let receiptSigner = "receipts.der"
    static let key = "intermediate.key"
    static let receiptKey = "receipts.key"
    static let lock = "lock"
    static let machine = "machine.json"
  }

  /// Opens one; `.make` makes the folder where there is none.
  init(_ path: String, _ mode: Mode) throws(CommandFailure) {
    let folder = try Self.failing(path) { () throws(SystemError) in
      if mode == .make { try Self.make(path) }
      return try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
    }
    try Self.checkOwner(of: folder, path)
    let lock = try Self.failing(path) { () throws(SystemError) in
      let file = try FileDescriptor.open("\(path)/\(Name.lock)", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
      guard try file.tryLock() else { throw SystemError(.flock, code: EWOULDBLOCK) }
      return file
    }
    self.path = path
    self.folder = folder
    self.lock = lock
  }

  private static func failing<Value: ~Copyable>(
    _ path: String, _ body: () throws(SystemError) -> Value
  ) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw .file(path: path, error) }
  }

  enum Mode { case open, make }

  /// Whoever else can change the folder can put a key of their own in the place of an issuer's, so only the person's own is taken.
  private static func checkOwner(of folder: borrowing FileDescriptor, _ path: String) throws(CommandFailure) {
    let status = try failing(path) { () throws(SystemError) in try folder.status() }
    let name = Printable.oneLine(path)
    guard status.st_uid == geteuid() else {
      throw .particular(
        "\(name) is another user's folder, who could take the issuer's keys: name one of your own.", .failed)
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw .particular(
        "Others may write to \(name), and could change the issuer's keys.\nTry: chmod go-w \(name)", .failed)
    }
  }

  /// Makes the folder, accessible to its owner alone. One that is there stays as it is.
  private static func make(_ path: String) throws(SystemError) {
    var path = Substring(path)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let split = SplitPath(String(path))
    let parent = try FileDescriptor.open(split.folder, O_RDONLY | O_DIRECTORY)
    do throws(SystemError) {
      try parent.makeDirectory(split.name, mode: 0o700)
    } catch { guard error.code == EEXIST else { throw error } }
  }

  // MARK: - The authority

  /// Refuses to replace one that is whole; what an init that was ended left is made anew.
  func keep(_ authority: DevelopmentAuthority) throws(CommandFailure) -> String {
    if (try? folder.status(of: Name.root)) != nil {
      throw .file(path: file(Name.root), SystemError(.open, code: EEXIST))
    }
    try write(authority.intermediate.span, Name.intermediate)
    try write(authority.receiptSigner.span, Name.receiptSigner)
    let key = try Self.made { () throws(AppAuthorityError) in try authority.keptKey() }
    try key.withBytes { (bytes) throws(CommandFailure) in try write(bytes, Name.key) }
    let receiptKey = try Self.made { () throws(AppAuthorityError) in try authority.keptReceiptKey() }
    try receiptKey.withBytes { (bytes) throws(CommandFailure) in try write(bytes, Name.receiptKey) }
    let pem = PEMText.certificate(authority.root)
    let encoded = Array(pem.utf8)
    try write(encoded.span, Name.root)
    return pem
  }

  func authority() throws(CommandFailure) -> DevelopmentAuthority {
    let root = String(decoding: try read(Name.root), as: UTF8.self)
    let lines = root.split { $0.isNewline }.filter { !$0.hasPrefix("-----") }.joined()
    let (intermediate, receiptSigner) = (try read(Name.intermediate), try read(Name.receiptSigner))
    let key = try secret(Name.key)
    let receiptKey = try secret(Name.receiptKey)
    do throws(AppAuthorityError) {
      guard let root = [UInt8](anyBase64: lines) else { throw .damaged }
      return try key.withBytes { (key) throws(AppAuthorityError) in
        try receiptKey.withBytes { (receiptKey) throws(AppAuthorityError) in
          try DevelopmentAuthority(
            root: root, intermediate: intermediate, receiptSigner: receiptSigner, key: key, receiptKey: receiptKey)
        }
      }
    } catch { throw .particular("The issuer in \(Printable.oneLine(path)) is damaged: make another.", .failed) }
  }

  private static func made(
    _ body: () throws(AppAuthorityError) -> SecretBytes
  ) throws(CommandFailure) -> SecretBytes {
    do { return try body() } catch { throw failure }
  }

  static var failure: CommandFailure { .particular("A key or a certificate could not be made.", .failed) }

  // MARK: - Attested keys

  /// The key first, then what makes it one that can be used.
  func keep(_ key: ECPrivateKey, _ state: IssuedKey) throws(CommandFailure) {
    do {
      let pkcs8 = try PrivateKeyMaterial.ec(key).pkcs8()
      try pkcs8.withBytes { (bytes) throws(CommandFailure) in try write(bytes, "\(state.id.hexadecimal).key") }
    } catch let error as CommandFailure { throw error } catch { throw Self.failure }
    try keep(state)
  }

  /// Stores the state on the disk before it returns: a counter that was used is never used again.
  func keep(_ state: IssuedKey) throws(CommandFailure) {
    let encoded = Array(state.json.text.utf8)
    try write(encoded.span, "\(state.id.hexadecimal).json")
  }

  func key(_ id: [UInt8]) throws(CommandFailure) -> (key: ECPrivateKey, state: IssuedKey) {
    let name = id.hexadecimal
    let state: IssuedKey
    do {
      state = try IssuedKey(FormReader(read("\(name).json"), JSONLimits(bytes: Self.limit, depth: 4, values: 64)))
    } catch let error as CommandFailure { throw error } catch {
      throw .particular("The key's file \(Printable.oneLine(file("\(name).json"))) is damaged.", .failed)
    }
    let pkcs8 = try secret("\(name).key")
    let material = pkcs8.withBytes { try? PrivateKeyMaterial(pkcs8: $0) }
    guard case .ec(let key)? = material, SHA256.hash(key.publicKey.x963.span) == id else {
      throw .particular("The key's file \(Printable.oneLine(file("\(name).key"))) is damaged.", .failed)
    }
    return (key, state)
  }

  // MARK: - Enrolment

  /// Replaces one that was there: the issuer takes the key of the latest.
  func keep(_ machine: EnrolledMachine) throws(CommandFailure) {
    let encoded = Array(machine.json.text.utf8)
    try write(encoded.span, Name.machine)
  }

  func machine() throws(CommandFailure) -> EnrolledMachine {
    guard (try? folder.status(of: Name.machine)) != nil else {
      let name = Printable.oneLine(path)
      throw .particular(
        "This machine is not enrolled in \(name).\nTry: bailey attest machine enroll \(name) --server URL", .failed)
    }
    let bytes = try read(Name.machine)
    do { return try EnrolledMachine(FormReader(bytes, JSONLimits(bytes: Self.limit, depth: 2, values: 32))) } catch {
      throw .particular("The enrolment in \(Printable.oneLine(path)) is damaged: enrol again.", .failed)
    }
  }

  // MARK: - Files

  private func file(_ name: String) -> String { "\(path)/\(name)" }

  private func read(_ name: String) throws(CommandFailure) -> [UInt8] {
    do throws(SystemError) {
      return try folder.open(name, O_RDONLY | O_NOFOLLOW).readToEnd(atMost: Self.limit)
    } catch { throw .file(path: file(name), error) }
  }

  private func secret(_ name: String) throws(CommandFailure) -> WireBuffer {
    try InputFile.secret(of: file(name), atMost: Self.limit)
  }

  /// Writes a file that has its name only once it is whole, synced and readable by its owner alone.
  private func write(_ bytes: Span<UInt8>, _ name: String) throws(CommandFailure) {
    do throws(SystemError) {
      let beginning = ".\(name).bailey-"
      folder.removeUnfinished(beginning)
      let unfinished = try UnfinishedFile(in: folder, beginning)
      try unfinished.file.write(bytes)
      try unfinished.file.sync()
      try unfinished.rename(to: name, in: folder)
      try folder.sync()
    } catch { throw .file(path: file(name), error) }
  }
}

/// The state of a key that is kept beside it.
struct IssuedKey {
  let id: [UInt8]
  let appID: String
  let category: UInt32
  let bundleVersion: String
  var counter: UInt32

  var launch: LaunchData { LaunchData(category: category, bundleVersion: bundleVersion) }

  init(id: [UInt8], appID: String, category: UInt32, bundleVersion: String) {
    self.id = id
    self.appID = appID
    self.category = category
    self.bundleVersion = bundleVersion
    counter = 0
  }

  init(_ form: FormReader) throws(FormError) {
    id = try form.anyBase64("keyId")
    appID = try form.string("appId")
    bundleVersion = try form.string("bundleVersion")
    guard let category = try form.optionalNumber("category").flatMap({ UInt32(exactly: $0) }) else {
      throw .missing("category")
    }
    guard let counter = try form.optionalNumber("counter").flatMap({ UInt32(exactly: $0) }) else {
      throw .missing("counter")
    }
    self.category = category
    self.counter = counter
  }

  var json: JSONValue {
    .members([
      "keyId": .string(id.base64), "appId": .string(appID), "category": .number(Int(category)),
      "bundleVersion": .string(bundleVersion), "counter": .number(Int(counter)),
    ])
  }
}
