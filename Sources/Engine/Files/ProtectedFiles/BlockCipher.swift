// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import SystemCalls

/// Seals and opens the blocks of one file at a time with AES-256-GCM.
///
/// A sealed block is a random nonce (12 bytes), the ciphertext and the tag (16). The associated data are the file's id
/// and the block's index (8 bytes), so that a block does not authenticate anywhere else.
struct BlockCipher: ~Copyable, Sendable {
  private var cipher = AESGCM()
  private var associated = [UInt8](repeating: 0, count: FileID.size + 8)
  private var nonces = [UInt8](repeating: 0, count: 256 * BlockLayout.nonceSize)
  private var usedNonces = 256 * BlockLayout.nonceSize

  mutating func begin(_ file: FileID, key: borrowing SecretBytes) {
    cipher.setKey(key)
    var span = associated.mutableSpan
    file.store(in: &span)
  }

  /// Overwrites the key schedule: between requests no key is left in memory.
  mutating func end() { cipher.eraseKey() }

  /// `sealed` is 28 bytes longer than the plaintext.
  mutating func seal(
    _ block: Int, _ plain: Span<UInt8>, into sealed: inout MutableSpan<UInt8>
  ) throws(FileFormatError) {
    name(block)
    if usedNonces == nonces.count { drawNonces() }
    // Taken into locals, because a span of a member would keep all of the value from being changed.
    let (nonces, associated, start) = (self.nonces, self.associated, usedNonces)
    let nonce = nonces.span.extracting(start..<start + BlockLayout.nonceSize)
    usedNonces += BlockLayout.nonceSize
    sealed.copy(nonce)
    var rest = sealed._mutatingExtracting(droppingFirst: BlockLayout.nonceSize)
    do {
      try cipher.seal(plain, nonce: nonce, associated: associated.span, into: &rest)
    } catch {
      throw .damagedBlock(block)
    }
  }

  mutating func open(
    _ block: Int, _ sealed: Span<UInt8>, into plain: inout MutableSpan<UInt8>
  ) throws(FileFormatError) {
    name(block)
    let associated = self.associated
    let nonce = sealed.extracting(first: BlockLayout.nonceSize)
    let rest = sealed.extracting(droppingFirst: BlockLayout.nonceSize)
    do {
      try cipher.open(rest, nonce: nonce, associated: associated.span, into: &plain)
    } catch {
      throw .damagedBlock(block)
    }
  }

  private mutating func name(_ block: Int) {
    var span = associated.mutableSpan
    span.store(bigEndian: UInt64(block), at: FileID.size)
  }

  private mutating func drawNonces() {
    var span = nonces.mutableSpan
    SystemRandom.fill(&span)
    usedNonces = 0
  }
}
