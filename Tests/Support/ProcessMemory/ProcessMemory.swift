// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Glibc
import SystemCalls

/// All memory of a running process that root can read, and a search through it.
package enum ProcessMemory {
  /// Where a search found something: the needle's name and the mapping it lay in.
  package struct Hit: Hashable, Sendable, CustomStringConvertible {
    package let needle: String
    package let place: String
    package var description: String { "\(needle) in \(place)" }
  }

  /// Searches `/proc/PID/mem`, mapping by mapping; mappings the kernel refuses (memfd_secret) are passed over.
  package static func search(_ pid: Int32, for needles: [String: Data]) throws -> Set<Hit> {
    var hits: Set<Hit> = []
    try forEachPiece(of: pid) { bytes, place in
      for (name, needle) in needles where contains(bytes, needle) {
        hits.insert(Hit(needle: name, place: "process \(pid), \(place)"))
      }
    }
    return hits
  }

  /// Searches a file, such as a core image.
  package static func search(file: URL, for needles: [String: Data]) throws -> Set<Hit> {
    let bytes = [UInt8](try Data(contentsOf: file))
    return Set(
      needles.filter { contains(bytes, $0.value) }.map { Hit(needle: $0.key, place: file.lastPathComponent) })
  }

  /// The last of what the kernel puts at the bottom of every stack: environment and name of the program.
  package static func bottomOfStack(of pid: Int32) throws -> Data {
    let list = try FileDescriptor.open("/proc/\(pid)/maps", O_RDONLY).read(count: 1 << 20, at: 0)
    let stack = String(decoding: list, as: UTF8.self).split(separator: "\n").first { $0.hasSuffix("[stack]") }
    let end = stack?.split(separator: " ").first?.split(separator: "-").last.flatMap { Int($0, radix: 16) }
    guard let end else { throw SystemError(.open, code: ESRCH) }
    return Data(try FileDescriptor.open("/proc/\(pid)/mem", O_RDONLY).read(count: 128, at: end - 128))
  }

  /// What `unwrap` makes of any 40 bytes in memory that is nobody's file: the size of a wrapped key of 32 bytes.
  package static func wrappedKeys(in pid: Int32, _ unwrap: ([UInt8]) -> Data?) throws -> Set<Data> {
    var found: Set<Data> = []
    try forEachPiece(of: pid) { bytes, place in
      guard place == "anonymous memory" || place == "[heap]" else { return }
      // Arrays of bytes begin at multiples of 16.
      for start in stride(from: 0, through: bytes.count - 40, by: 16) where mayBeWrapped(bytes, at: start) {
        if let key = unwrap(Array(bytes[start..<start + 40])) { found.insert(key) }
      }
    }
    return found
  }

  /// Five words, none of which looks like a number or an address.
  private static func mayBeWrapped(_ bytes: [UInt8], at start: Int) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      for word in 0..<5 {
        let value = unsafe bytes.loadUnaligned(fromByteOffset: start + 8 * word, as: UInt64.self)
        if value >> 48 == 0 || value >> 48 == 0xFFFF { return false }
      }
      return true
    }
  }

  private static func contains(_ bytes: [UInt8], _ needle: Data) -> Bool {
    let needle = [UInt8](needle)
    guard let first = needle.first, bytes.count >= needle.count else { return false }
    return unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      var from = 0
      while from <= bytes.count - needle.count,
        let hit = unsafe memchr(base + from, Int32(first), bytes.count - needle.count - from + 1)
      {
        if unsafe memcmp(hit, needle, needle.count) == 0 { return true }
        from = unsafe UnsafeRawPointer(hit) - base + 1
      }
      return false
    }
  }

  /// Every readable mapping in pieces that overlap a little.
  private static func forEachPiece(of pid: Int32, _ body: ([UInt8], _ place: String) -> Void) throws {
    // Not read by Foundation: it takes the first short read for the end, or believes the size of the file, which is 0.
    let list = try FileDescriptor.open("/proc/\(pid)/maps", O_RDONLY).read(count: 1 << 20, at: 0)
    let maps = String(decoding: list, as: UTF8.self)
    let memory = try FileDescriptor.open("/proc/\(pid)/mem", O_RDONLY)
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      let bounds = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard bounds.count == 2, fields[1].hasPrefix("r") else { continue }
      let place = fields.count > 5 ? String(fields[5]) : "anonymous memory"
      guard place != "[vvar]", place != "[vsyscall]" else { continue }
      var start = bounds[0]
      var carried: [UInt8] = []
      while start < bounds[1] {
        let count = Int(min(bounds[1] - start, 8 << 20))
        guard let bytes = try? memory.read(count: count, at: Int(start)), !bytes.isEmpty else { break }
        let piece = carried + bytes
        body(piece, place)
        carried = Array(piece.suffix(64))
        start += UInt64(bytes.count)
      }
    }
  }
}
