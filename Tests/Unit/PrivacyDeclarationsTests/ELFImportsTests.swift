// SPDX-License-Identifier: Apache-2.0
import Foundation
import PrivacyDeclarations
import Testing

@Suite struct ELFImportsTests {
  @Test func `A program's imports are read`() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/usr/bin/stat")))
    let symbols = try ELFImports(bytes.span).symbols
    #expect(symbols.contains("statfs") || symbols.contains("statfs64"))
    #expect(RequiredReason.category(of: "statfs64") == .diskSpace)
    #expect(RequiredReason.category(of: "$s10Foundation12UserDefaultsC8standardACvgZ") == .userDefaults)
    #expect(RequiredReason.category(of: "printf") == nil)
  }

  /// Holds if this process is still there afterwards: what is read out of bounds ends it.
  @Test func `A file that was cut off or changed anywhere is refused or read, and no more`() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/usr/bin/stat")))
    for length in stride(from: 0, to: min(bytes.count, 8192), by: 37) {
      _ = try? ELFImports(Array(bytes[..<length]).span)
    }
    for place in 0..<1024 {
      var changed = bytes
      changed[place] ^= 0xFF
      _ = try? ELFImports(changed.span)
    }
  }
}
