// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Files
import Glibc
import ProtectedFiles
import ProtectionModel
import SecretMemory
import SystemCalls

/// Keys that are the same in every run.
enum Fixture {
  static let volume = VolumeKeys(volumeKey: SecretBytes(count: 64) { for index in 0..<64 { $0[index] = UInt8(index) } })
  static func key(_ seed: UInt8 = 9) -> FileKey {
    FileKey(SecretBytes(count: 32) { for index in 0..<32 { $0[index] = seed } })
  }

  static let link = link(0)
  static func link(_ number: UInt8) -> LinkTag {
    let name = try? NameCipher(volume).seal([0x61, number + 1], in: FileID())
    guard let name, let tag = LinkTag(backingName: name.text) else { preconditionFailure("a name has a tag") }
    return tag
  }

  static func header(_ protection: ProtectionClass = .completeUntilFirstUserAuthentication) -> FileHeader {
    let keyClass = KeyClass(protection)
    let bytes = [UInt8](repeating: 7, count: WrappedKey.size(of: keyClass))
    guard let wrapped = WrappedKey(keyClass: keyClass, bytes: bytes),
      let header = FileHeader(sequence: 1, id: FileID(), protection: protection, wrappedKey: wrapped)
    else { preconditionFailure("the key has the size of its class") }
    return header
  }

  /// A file with no name in any directory; extended attributes work on it all the same.
  static func temporaryFile() throws -> FileDescriptor {
    try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
  }

  static let context = StoreContext(volume)

  static func newFile(_ context: StoreContext = context) throws -> ProtectedFile {
    try ProtectedFile(creating: temporaryFile(), header(), link: link, context)
  }
}

/// Numbers that look random and are the same in every run.
struct Generator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}
