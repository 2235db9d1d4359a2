// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Threads

/// The memory `SecretBytes` come from: pages of equal slots, so that a thousand keys do not cost a thousand pages.
///
/// Pages are `memfd_secret(2)` where the kernel has it (no other process can read them, root included), else
/// private pages that are locked and left out of core dumps. Freed slots are zeroed at once; pages are kept.
/// Unchecked because what changes is under a lock.
@usableFromInline @safe final class SecretArena: @unchecked Sendable {
  @usableFromInline static let shared = SecretArena()

  /// Slot sizes; anything larger gets pages of its own.
  private static let slotSizes = [32, 64, 256, 1024, 4096]
  private static let chunkSize = 16384

  /// Unchecked because its pointers are used under the lock alone.
  @safe struct State: ~Copyable, @unchecked Sendable {
    fileprivate var free: [[UnsafeMutableRawPointer]] = unsafe Array(repeating: [], count: SecretArena.slotSizes.count)
    /// The pages by their first address.
    var pages: [UInt: Pages] = [:]
  }
  let state = Locked(State())

  private init() { copyPagesAtFork() }

  @usableFromInline func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer {
    precondition(count > 0, "a secret has at least one byte")
    let start = unsafe state.withLock { state in
      guard let size = Self.slotSizes.firstIndex(where: { $0 >= count }) else {
        return unsafe Self.map(Self.wholePages(count), &state)
      }
      if unsafe state.free[size].isEmpty {
        let chunk = unsafe Self.map(Self.chunkSize, &state)
        for offset in stride(from: 0, to: Self.chunkSize, by: Self.slotSizes[size]) {
          unsafe state.free[size].append(chunk + offset)
        }
      }
      return unsafe state.free[size].removeLast()
    }
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  @usableFromInline func release(_ memory: UnsafeMutableRawBufferPointer) {
    unsafe Self.wipe(memory)
    guard let start = memory.baseAddress else { return }
    state.withLock { state in
      if let size = Self.slotSizes.firstIndex(where: { $0 >= memory.count }) {
        unsafe state.free[size].append(start)
      } else if let pages = state.pages.removeValue(forKey: UInt(bitPattern: start)) {
        unsafe munmap(start, pages.size)
      }
    }
  }

  static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    unsafe explicit_bzero(start, memory.count)
    clinux_clear_registers()
  }

  private static func wholePages(_ count: Int) -> Int { (count + 4095) / 4096 * 4096 }

  private static func map(_ size: Int, _ state: inout State) -> UnsafeMutableRawPointer {
    let (start, kind) = unsafe map(size)
    SecretPages.note(kind)
    unsafe state.pages[UInt(bitPattern: start)] = Pages(start, size: size, kind: kind)
    return unsafe start
  }

  static func map(_ size: Int) -> (start: UnsafeMutableRawPointer, kind: SecretPages.Kind) {
    if let secret = unsafe mapSecret(size) { return unsafe (secret, .secret) }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), unsafe memory != MAP_FAILED else {
      fatalError("no memory for secrets")
    }
    _ = unsafe madvise(memory, size, MADV_DONTDUMP)
    return unsafe (memory, lock(memory, size))
  }

  /// A refused mlock (RLIMIT_MEMLOCK) leaves the pages swappable, but still out of core dumps.
  static func lock(_ memory: UnsafeMutableRawPointer, _ size: Int) -> SecretPages.Kind {
    unsafe mlock(memory, size) == 0 ? .locked : .swappable
  }

  static func mapSecret(_ size: Int) -> UnsafeMutableRawPointer? {
    guard !SecretPages.avoidsMemfdSecret else { return nil }
    let descriptor = clinux_memfd_secret()
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard ftruncate(descriptor, off_t(size)) == 0,
      let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    return unsafe memory
  }
}
