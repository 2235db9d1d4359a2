// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Maps a file and touches it as it is told on standard input: what `ForeignMapping` starts.
///
/// Arguments: the path, the size of the mapping, `shared` or `private`, `mapped` or `opened`. Requests are ten bytes, a
/// letter, an offset and a value; answers are nine, 1 and a number, or 0 where the page cannot be touched. A file that
/// is only opened to begin with is mapped by the first request.
@main struct MappingClient {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let count = Int(arguments[2]) else { exit(2) }
    // Dies of it without a word.
    signal(SIGBUS, SIG_DFL)
    let isShared = arguments[3] == "shared"
    let file = unsafe open(arguments[1], isShared ? O_RDWR : O_RDONLY)
    guard file >= 0 else { exit(1) }
    var request = [UInt8](repeating: 0, count: 10)
    if arguments[4] == "opened" {
      answer(0)
      guard unsafe read(0, &request, 10) == 10 else { exit(2) }
    }
    guard let memory = unsafe map(file, count, isShared: isShared) else { exit(1) }
    close(file)
    answer(0)
    while unsafe read(0, &request, 10) == 10 {
      let offset = (0..<8).reduce(0) { $0 | Int(request[1 + $1]) << (8 * $1) }
      unsafe answer(perform(request[0], memory + offset, request[9], memory, count))
    }
  }
}

private func map(_ file: Int32, _ count: Int, isShared: Bool) -> UnsafeMutableRawPointer? {
  let memory = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, isShared ? MAP_SHARED : MAP_PRIVATE, file, 0)
  return unsafe memory == MAP_FAILED ? nil : memory
}

private func perform(
  _ letter: UInt8, _ place: UnsafeMutableRawPointer, _ value: UInt8, _ memory: UnsafeMutableRawPointer, _ count: Int
) -> Int? {
  switch letter {
  case UInt8(ascii: "r"): return unsafe peek(place).map(Int.init)
  case UInt8(ascii: "w"):
    unsafe place.storeBytes(of: value, as: UInt8.self)
    return Int(value)
  case UInt8(ascii: "s"): return unsafe msync(memory, count, MS_SYNC) == 0 ? 0 : nil
  case UInt8(ascii: "n"): return unsafe residentPages(memory, count)
  case UInt8(ascii: "h"): return unsafe mlock(memory, count) == 0 ? 0 : nil
  default: return nil
  }
}

private func residentPages(_ memory: UnsafeMutableRawPointer, _ count: Int) -> Int? {
  var pages = [UInt8](repeating: 0, count: (count + 4095) / 4096)
  guard unsafe mincore(memory, count, &pages) == 0 else { return nil }
  return pages.count { $0 & 1 != 0 }
}

/// Where touching the page would raise SIGBUS, the kernel says EFAULT when it meets the page itself.
private func peek(_ place: UnsafeMutableRawPointer) -> UInt8? {
  var ends: [Int32] = [-1, -1]
  guard unsafe pipe(&ends) == 0 else { return nil }
  defer { ends.forEach { close($0) } }
  var byte: UInt8 = 0
  guard unsafe write(ends[1], place, 1) == 1, unsafe read(ends[0], &byte, 1) == 1 else { return nil }
  return byte
}

private func answer(_ number: Int?) {
  let bytes = [number == nil ? 0 : 1] + (0..<8).map { UInt8(truncatingIfNeeded: (number ?? 0) >> (8 * $0)) }
  _ = unsafe write(1, bytes, bytes.count)
}
