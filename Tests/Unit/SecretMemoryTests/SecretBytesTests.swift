// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import Testing

@Suite struct SecretBytesTests {
  @Test(arguments: [1, 31, 32, 33, 64, 4096, 4097, 100_000])
  func `Holds what it was filled with`(count: Int) {
    let secret = SecretBytes(count: count) { span in
      for index in span.indices { span[index] = UInt8(truncatingIfNeeded: index &* 7) }
    }
    let matches = secret.withBytes { span in
      span.indices.allSatisfy { span[$0] == UInt8(truncatingIfNeeded: $0 &* 7) }
    }
    #expect(secret.count == count)
    #expect(matches)
  }

  @Test func `A fill that throws gives the memory back`() {
    struct Refused: Error {}
    for _ in 0..<2000 {
      #expect(throws: Refused.self) {
        _ = try SecretBytes(count: 24) { span throws(Refused) in
          for index in span.indices { #expect(span[index] == 0) }
          span[0] = 1
          throw Refused()
        }
      }
    }
  }

  @Test func `Memory is zero when handed out again`() {
    for _ in 0..<2000 {
      let dirty = SecretBytes(count: 32) { span in
        for index in span.indices { #expect(span[index] == 0) }
        for index in span.indices { span[index] = 0xAA }
      }
      _ = consume dirty
    }
  }
}
