// SPDX-License-Identifier: Apache-2.0
import CFuse

/// The bytes of a directory listing in the kernel's form, up to the size it asked for.
@safe struct DirectoryBuffer: ~Copyable {
  private let request: fuse_req_t
  private let memory: UnsafeMutableBufferPointer<CChar>
  private(set) var used = 0

  init(_ request: fuse_req_t, _ memory: UnsafeMutableBufferPointer<CChar>) {
    unsafe self.request = request
    unsafe self.memory = memory
  }

  mutating func add(_ name: Span<UInt8>, _ attributes: FileAttributes, next: Int) -> DirectoryRoom {
    var native = attributes.native
    return unsafe append(name) { unsafe fuse_add_direntry($0, $1, $2, $3, &native, off_t(next)) }
  }

  mutating func add(_ name: Span<UInt8>, _ entry: inout fuse_entry_param, next: Int) -> DirectoryRoom {
    unsafe append(name) { unsafe fuse_add_direntry_plus($0, $1, $2, $3, &entry, off_t(next)) }
  }

  consuming func send() { _ = unsafe fuse_reply_buf(request, memory.baseAddress, used) }

  /// Runs libfuse's writer on the room that is left; it reports the size the entry needs and writes only if it fits.
  private mutating func append(
    _ name: Span<UInt8>, _ write: (fuse_req_t, UnsafeMutablePointer<CChar>?, Int, UnsafePointer<CChar>) -> Int
  ) -> DirectoryRoom {
    let start = unsafe memory.baseAddress.map { unsafe $0 + used }
    let room = unsafe memory.count - used
    let needed = unsafe withTerminated(name) { unsafe write(request, start, room, $0) }
    guard needed <= room else { return .full }
    used += needed
    return .left
  }
}

/// Whether a directory listing took an entry.
package enum DirectoryRoom: Sendable {
  /// The entry was added, and the next may follow.
  case left
  /// The entry was not added: return, and the kernel asks again from the last offset it was given.
  case full
}

/// Lends a name to C with the zero byte that C expects; a longer name than any filesystem takes is cut.
private func withTerminated<Result>(_ name: Span<UInt8>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1025) { buffer in
    let count = min(name.count, 1024)
    for index in 0..<count { unsafe buffer[index] = CChar(bitPattern: name[index]) }
    unsafe buffer[count] = 0
    return unsafe body(UnsafePointer(buffer.baseAddress.unsafelyUnwrapped))
  }
}
