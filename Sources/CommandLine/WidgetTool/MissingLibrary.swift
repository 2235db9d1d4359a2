// SPDX-License-Identifier: Apache-2.0

/// A library that a program needs and its sandbox does not have, as glibc's dynamic linker says it: `PROGRAM: error while loading
/// shared libraries: NAME: cannot open shared object file: No such file or directory` (elf/dl-error-skeleton.c).
struct MissingLibrary: Equatable {
  let name: String

  /// Reads the library from a line; nil where the line says something else.
  init?(saidBy line: String) {
    guard let mark = line.firstRange(of: ": error while loading shared libraries: ") else { return nil }
    let name = line[mark.upperBound...].prefix { $0 != ":" }
    guard !name.isEmpty else { return nil }
    self.name = String(name)
  }

  var sentence: String {
    "it needs the library \(name), which lies neither beside it nor where Debian's and the SDK's do: it was not started"
  }
}
