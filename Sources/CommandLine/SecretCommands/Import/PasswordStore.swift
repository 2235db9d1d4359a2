// SPDX-License-Identifier: Apache-2.0
import Advice
import Events
import Files
import Glibc
import KeychainModel
import OwnProcess
import Processes
import SecretServiceModel
import SystemCalls
import TerminalConsole
import WireFormat

/// The passwords of `pass(1)`: a folder of files, each encrypted by `gpg` and named as what it holds.
struct PasswordStore {
  private static let deepest = 32
  private static let most = 100_000
  private static let ending = ".gpg"

  private let folder: String
  private let gpg: String

  /// `folder` is where `pass` looks too, if it is nil.
  init(_ folder: String?) throws(CommandFailure) {
    guard let gpg = Environment.program("gpg") else {
      throw .particular("gpg is not installed, which opens what pass keeps.\nTry: apt install gpg", .failed)
    }
    self.gpg = gpg
    if let named = folder ?? Environment.value("PASSWORD_STORE_DIR") {
      self.folder = named
    } else if let home = Environment.homeDirectory {
      self.folder = home + "/.password-store"
    } else {
      throw .noHomeDirectory
    }
  }

  /// Names as `pass` has them, in one order. Links are not followed. Nothing is decrypted yet.
  func candidates() throws(CommandFailure) -> [ImportCandidate] {
    var names: [String] = []
    do throws(SystemError) {
      try look(into: try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY), "", 0, &names)
    } catch {
      throw .file(path: folder, error)
    }
    return try names.map { name throws(CommandFailure) in
      guard let attributes = Self.attributes(of: name) else {
        throw .particular("A name in \(folder) is longer than Bailey keeps.", .failed)
      }
      return ImportCandidate(collection: nil, label: name, attributes: attributes) { secret(of: name) }
    }
  }

  /// What programs find it by: `secret-tool lookup service pass name NAME`.
  private static func attributes(of name: String) -> LookupAttributes? {
    LookupAttributes([
      LookupAttributes.Pair(LookupAttributes.schemaName, "org.freedesktop.Secret.Generic"),
      LookupAttributes.Pair("service", "pass"), LookupAttributes.Pair("name", name),
    ])
  }

  private func look(
    into folder: borrowing FileDescriptor, _ path: String, _ depth: Int, _ names: inout [String]
  ) throws(SystemError) {
    guard depth < Self.deepest else { throw SystemError(.open, code: ELOOP) }
    var entries: [String] = []
    try folder.forEachEntry { entry in
      entries.append(String(decoding: entry.name, as: UTF8.self))
      return entries.count > Self.most ? .stop : .proceed
    }
    for entry in entries.sorted() where !entry.hasPrefix(".") {
      guard names.count < Self.most else { throw SystemError(.open, code: EFBIG) }
      let place = path.isEmpty ? entry : "\(path)/\(entry)"
      let kind = try folder.status(of: entry).st_mode & S_IFMT
      if kind == S_IFDIR {
        try look(into: try folder.open(entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), place, depth + 1, &names)
      } else if kind == S_IFREG, entry.hasSuffix(Self.ending) {
        names.append(String(place.dropLast(Self.ending.count)))
      }
    }
  }

  // MARK: - Opening one

  /// The file goes in and its contents come out by descriptors: nothing of it is in arguments, or on a disk.
  private func secret(of name: String) -> Result<SecretContent, ImportDefect> {
    do throws(SystemError) {
      let file = try FileDescriptor.open("\(folder)/\(name)\(Self.ending)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      guard try file.status().st_mode & S_IFMT == S_IFREG else { return .failure(.unreadable) }
      let decryption = try Decryption.begin(of: file, by: gpg)
      let contents = try decryption.contents()
      guard try decryption.end(contents) == .exited(0) else {
        return .failure(contents == nil ? .tooLarge : .unreadable)
      }
      guard let contents, let content = SecretContent(contents, type: "text/plain") else { return .failure(.tooLarge) }
      return .success(content)
    } catch {
      return .failure(.unreadable)
    }
  }
}

/// One run of `gpg`.
private struct Decryption: ~Copyable {
  private let child: ChildProcess
  private let output: FileDescriptor

  private init(_ child: consuming ChildProcess, _ output: consuming FileDescriptor) {
    self.child = child
    self.output = output
  }

  static func begin(of file: borrowing FileDescriptor, by gpg: String) throws(SystemError) -> Decryption {
    let pipe = try Pipe()
    // This process has the reading end alone: the other one is the child's, and its end is that of what it says.
    let output = try pipe.reading.duplicate()
    var plan = ChildPlan(path: gpg, arguments: ["--quiet", "--decrypt"])
    (plan.input, plan.output) = (file.raw, pipe.writing.raw)
    return Decryption(try ChildProcess.start(plan), output)
  }

  /// The contents without the line's end that `pass` puts there. Nil where there is too much.
  borrowing func contents() throws(SystemError) -> SecretData? {
    var buffer = WireBuffer(smallest: 4096, capacity: SecretServiceLimits.secret + 1)
    while true {
      guard buffer.count <= SecretServiceLimits.secret else { return nil }
      // What it has started may live on with the pipe.
      guard try Poll.readable([output.raw, child.descriptor.raw], within: nil)[0] else { break }
      let before = buffer.count
      try buffer.extend(room: 1) { span throws(SystemError) in try output.readAvailable(into: &span) }
      if buffer.count == before { break }
    }
    return buffer.withBytes { bytes in
      let isEnded = bytes.count > 0 && bytes[bytes.count - 1] == UInt8(ascii: "\n")
      return SecretData(copying: bytes.extracting(0..<bytes.count - (isEnded ? 1 : 0)))
    }
  }

  borrowing func end(_ contents: SecretData?) throws(SystemError) -> ProcessEnd {
    // One that has more to say would wait for somebody to read it.
    if contents == nil { try? child.send(SIGKILL) }
    return try child.wait()
  }
}
