// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Testing

@Suite struct RandomReserveTests {
  @Test func `Nothing is given twice`() async {
    let reserve = RandomReserve()
    let found = await withTaskGroup(of: [[UInt8]].self) { group in
      for _ in 0..<4 { group.addTask { (0..<500).map { _ in reserve.bytes(16) } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(found.count == 2000)
    #expect(Set(found).count == 2000)
  }

  @Test(arguments: [0, 1, 12, 1000, 1024]) func `As many are given as are asked for`(count: Int) {
    let reserve = RandomReserve()
    for _ in 0..<3 {
      let bytes = reserve.bytes(count)
      #expect(bytes.count == count)
      if count >= 12 { #expect(Set(bytes).count > 1) }
    }
  }
}
