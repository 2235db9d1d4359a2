// SPDX-License-Identifier: Apache-2.0
import SoftwareTPM
import Testing
import TrustedPlatformModule

@Suite(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed"))
struct TPMCounterTests {
  @Test func `Counts up by one`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let counter = try tpm.defineCounter()
      let first = try tpm.value(of: counter)
      for step in 1...10 {
        #expect(try tpm.increment(counter) == first + UInt64(step))
      }
      #expect(try tpm.value(of: counter) == first + 10)
    }
  }

  @Test func `Keeps its value for the next connection`() throws {
    try SoftwareTPM.run { software in
      let (counter, value) = try countOnce(software)
      var tpm = try connect(software)
      #expect(try tpm.value(of: counter) == value)
    }
  }

  private func countOnce(_ software: SoftwareTPM) throws -> (TPMCounter, UInt64) {
    var tpm = try connect(software)
    let counter = try tpm.defineCounter()
    return (counter, try tpm.increment(counter))
  }

  @Test func `Counters are apart`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let (one, other) = (try tpm.defineCounter(), try tpm.defineCounter())
      let before = try tpm.value(of: other)
      _ = try tpm.increment(one)
      #expect(one != other)
      #expect(try tpm.value(of: other) == before)
    }
  }

  @Test func `Removing and defining anew never leads back`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let counter = try tpm.defineCounter()
      for _ in 0..<5 { _ = try tpm.increment(counter) }
      let last = try tpm.value(of: counter)
      try tpm.undefine(counter)
      let next = try tpm.defineCounter()
      #expect(try tpm.value(of: next) > last)
    }
  }

  @Test func `A removed counter has no value and can be removed again`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let counter = try tpm.defineCounter()
      try tpm.undefine(counter)
      try tpm.undefine(counter)
      guard case .refused(.nvReadPublic, _) = refusal({ () throws(TPMError) in _ = try tpm.value(of: counter) }) else {
        Issue.record("expected a refusal")
        return
      }
    }
  }

  @Test func `A removed counter is restored above its value`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let counter = try tpm.defineCounter()
      for _ in 0..<3 { _ = try tpm.increment(counter) }
      let last = try tpm.value(of: counter)
      try tpm.restore(counter)
      #expect(try tpm.value(of: counter) == last)
      try tpm.undefine(counter)
      try tpm.restore(counter)
      #expect(try tpm.value(of: counter) > last)
    }
  }

  @Test(arguments: [0, 0x017F_FFFF, 0x01C0_0000, 0x8100_0001, .max] as [UInt32])
  func `Indices outside the owners range are refused`(index: UInt32) {
    #expect(TPMCounter(index: index) == nil)
  }
}
