// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SecretMemory
import SystemCalls

/// Looks for a secret in every readable page of this process, as an attacker with a memory image would.
package enum MemorySearch {
  /// Places other than the secret's own where it, or either half of it, lies.
  package static func places(of secret: borrowing SecretBytes) throws -> Int {
    let memory = try FileDescriptor.open("/proc/self/mem", O_RDONLY)
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    var places = 0
    for region in try regions() {
      for start in stride(from: region.lowerBound, to: region.upperBound, by: chunkSize - overlap) {
        let wanted = min(chunkSize, region.upperBound - start)
        var span = chunk.mutableSpan
        // Secret pages, and pages that went away since the list was read, cannot be read: no harm.
        var part = span._mutatingExtracting(first: wanted)
        guard let count = try? memory.read(into: &part, at: start), count > 0 else { continue }
        places += secret.withBytes { hits(in: chunk, count, at: start, of: $0) }
      }
    }
    wipeChunk(&chunk)
    return places
  }

  private static func hits(in chunk: [UInt8], _ count: Int, at start: Int, of secret: Span<UInt8>) -> Int {
    let half = secret.count / 2
    return unsafe secret.withUnsafeBytes { secret in
      unsafe chunk.withUnsafeBytes { chunk in
        guard let base = secret.baseAddress, let bytes = chunk.baseAddress else { return 0 }
        let own = Int(bitPattern: base)..<Int(bitPattern: base) + secret.count
        var hits = 0
        for part in [0, half] {
          let needle = unsafe base + part
          var from = 0
          while from + half <= count,
            let hit = unsafe memchr(bytes + from, Int32(needle.load(as: UInt8.self)), count - half - from + 1)
          {
            let offset = unsafe UnsafeRawPointer(hit) - bytes
            if unsafe memcmp(hit, needle, half) == 0, !own.contains(start + offset) { hits += 1 }
            from = offset + 1
          }
        }
        return hits
      }
    }
  }

  /// The writable regions: what a process computes can be nowhere else.
  private static func regions() throws -> [Range<Int>] {
    let maps = try FileDescriptor.open("/proc/self/maps", O_RDONLY)
    let text = String(decoding: try maps.read(count: 1 << 20, at: 0), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 1, fields[1].hasPrefix("rw") else { return nil }
      let bounds = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      return bounds.count == 2 ? bounds[0]..<bounds[1] : nil
    }
  }

  private static func wipeChunk(_ chunk: inout [UInt8]) {
    var span = chunk.mutableSpan
    wipe(&span)
  }

  private static let chunkSize = 1 << 20
  private static let overlap = 64
}
