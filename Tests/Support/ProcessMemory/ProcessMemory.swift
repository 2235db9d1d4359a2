// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Glibc
import LinuxSystem

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
    // Not read by Foundation: it takes the first short read for the end, or believes the size of the file, which is 0.
    let list = try FileDescriptor.open("/proc/\(pid)/maps", O_RDONLY).read(count: 1 << 20, at: 0)
    let maps = String(decoding: list, as: UTF8.self)
    let memory = try FileDescriptor.open("/proc/\(pid)/mem", O_RDONLY)
    var hits: Set<Hit> = []
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      let bounds = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard bounds.count == 2, fields[1].hasPrefix("r") else { continue }
      let place = fields.count > 5 ? String(fields[5]) : "anonymous memory"
      guard place != "[vvar]", place != "[vsyscall]" else { continue }
      var start = bounds[0]
      var carried = Data()
      while start < bounds[1] {
        let count = Int(min(bounds[1] - start, 8 << 20))
        guard let bytes = try? memory.read(count: count, at: Int(start)), !bytes.isEmpty else { break }
        let piece = Data(bytes)
        hits.formUnion(search(carried + piece, for: needles, in: "process \(pid), \(place)"))
        carried = piece.suffix(64)
        start += UInt64(piece.count)
      }
    }
    return hits
  }

  /// Searches a file, such as a core image.
  package static func search(file: URL, for needles: [String: Data]) throws -> Set<Hit> {
    search(try Data(contentsOf: file, options: .mappedIfSafe), for: needles, in: file.lastPathComponent)
  }

  private static func search(_ bytes: Data, for needles: [String: Data], in place: String) -> Set<Hit> {
    Set(
      needles.filter { bytes.range(of: $0.value) != nil }
        .map { Hit(needle: $0.key, place: place) })
  }
}
