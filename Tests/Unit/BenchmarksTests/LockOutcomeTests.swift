// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import Testing
@testable import Benchmarks

@Suite struct LockOutcomeTests {
  private var good: LockOutcome {
    var outcome = LockOutcome()
    outcome.lock = [100, 900, 120]
    outcome.unlock = [150, 160, 170]
    outcome.stretching = [110, 111, 112]
    return outcome
  }

  @Test func `What is reached is not missed`() {
    #expect(good.missed == [])
    #expect(good.text.contains("Argon2id by itself      111 ms: 69 % of the unlock"))
    #expect(good.text.hasSuffix("every target is met\n"))
    #expect(good.json.text.contains("\"missed\":[]"))
  }

  @Test func `Each promise is judged`() {
    var slow = good
    slow.lock = [300, 200, 260]
    #expect(slow.missed == ["locking takes more than 250 ms"])
    var cheap = good
    cheap.stretching = [10, 10, 10]
    #expect(cheap.missed == ["less than 50 % of an unlock is Argon2id"])
    var leaky = good
    leaky.add(CachedFiles.Remains(readableFiles: 0, readableMappings: 1, residentPages: 2))
    leaky.lostChanges = 1
    #expect(
      leaky.missed == [
        "mappings can be read after the lock", "the kernel keeps pages after the lock", "changes are lost",
      ])
    #expect(leaky.text.contains("missed: changes are lost\n"))
  }
}
