// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Files
import Glibc
package import ProtectionModel
package import SystemCalls
import WireFormat

/// A record in a folder where every program of the user can write. It counts only as it was sealed last.
///
/// The file holds the contents, and after them the number (8) and the code (32) that the enclave made of the contents'
/// SHA-256. It is replaced as a whole: a crash leaves the old one or the new one.
package struct SealedFile: ~Copyable, Sendable {
  /// The most bytes of the contents.
  package static let largest = 64 << 10
  private static let sealSize = 8 + RegisterSeal.size

  private let folder: FileDescriptor
  private let name: String
  private let seals: any RegisterSeals

  package init(_ name: String, in folder: consuming FileDescriptor, _ seals: any RegisterSeals) {
    self.name = name
    self.folder = folder
    self.seals = seals
  }

  /// Reads the file; nil where nothing was ever sealed.
  package func read() throws(RegisterSealError) -> [UInt8]? {
    let isFirst = try seals.registerNumber() == 0
    guard let bytes = try bytes() else {
      guard isFirst else { throw .refused(.missing) }
      return nil
    }
    guard let (contents, seal) = Self.split(bytes) else { throw .refused(.forged) }
    try seals.acceptRegister(SHA256.hash(contents.span), seal)
    return contents
  }

  /// Durable before it returns, and nothing older counts from then on. A crash leaves the old file, whose number is still in
  /// force, or the new one, which is accepted when it is read.
  package func write(_ contents: [UInt8]) throws(RegisterSealError) {
    guard contents.count <= Self.largest else { throw .storage(code: EFBIG) }
    let digest = SHA256.hash(contents.span)
    let seal = try seals.sealRegister(digest)
    let number = (0..<8).map { UInt8(truncatingIfNeeded: seal.number >> UInt64(56 - 8 * $0)) }
    do { try replace(with: contents + number + seal.code) } catch { throw .storage(code: error.code) }
    try seals.acceptRegister(digest, seal)
  }

  private static func split(_ bytes: [UInt8]) -> ([UInt8], RegisterSeal)? {
    let end = bytes.count - sealSize
    guard (0...largest).contains(end) else { return nil }
    var cursor = WireCursor(at: end)
    guard let number = try? cursor.integer(UInt64.self, in: bytes.span),
      let seal = RegisterSeal(number: number, code: Array(bytes.suffix(RegisterSeal.size)))
    else { return nil }
    return (Array(bytes[..<end]), seal)
  }

  private func bytes() throws(RegisterSealError) -> [UInt8]? {
    do {
      // A pipe would keep this waiting.
      return try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        .readToEnd(atMost: Self.largest + Self.sealSize + 1)
    } catch {
      if error.code == ENOENT { return nil }
      throw .storage(code: error.code)
    }
  }

  private func replace(with bytes: [UInt8]) throws(SystemError) {
    let new = try UnfinishedFile(in: folder, ".\(name)-new-")
    do throws(SystemError) {
      try new.file.write(bytes.span)
      try new.file.sync()
    } catch {
      try? folder.unlink(new.name)
      throw error
    }
    try new.rename(to: name, in: folder)
    try folder.sync()
  }
}
