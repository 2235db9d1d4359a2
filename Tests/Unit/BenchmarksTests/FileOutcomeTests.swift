// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import Testing
@testable import Benchmarks

@Suite struct FileOutcomeTests {
  private func outcome(
    _ metric: Metric, own: Double, peer: Double,
    memory: ServerMemory = ServerMemory(idleKibibytes: 9000, peakKibibytes: 40000),
    missing: [String] = []
  ) -> FileOutcome {
    var table = BenchmarkTable(title: "tmpfs", systems: ["bailey", "securefs"], peers: ["securefs"])
    table.add(own, to: metric, of: "bailey")
    table.add(peer, to: metric, of: "securefs")
    return FileOutcome(tables: [table], memory: memory, transport: .rings, missing: missing)
  }

  @Test func `What is reached is not missed`() {
    let good = outcome(Metrics.create, own: 0.5, peer: 0.55)
    #expect(good.missed == [])
    #expect(good.text.contains("1.1x  1.1x met\n"))
    #expect(good.text.hasSuffix("every target measured is met\n"))
    #expect(good.text.contains("\nrequests come to bailey-fs over io_uring\n"))
    #expect(good.json.text.contains("\"transport\":\"io_uring\""))
    #expect(good.json.text.hasSuffix("\"missed\":[]}"))
    #expect(good.json.text.contains("\"target\":1.1"))
  }

  @Test func `A ratio below its target is missed`() {
    let slow = outcome(Metrics.randomWrite(4), own: 1190, peer: 1000)
    #expect(slow.missed == ["tmpfs, random write 4 KiB, 4 jobs: 1.19x, target 1.2x"])
    #expect(slow.text.contains("1.2x missed\n"))
    #expect(slow.text.hasSuffix("missed: tmpfs, random write 4 KiB, 4 jobs: 1.19x, target 1.2x\n"))
  }

  @Test func `Where nothing is promised nothing is missed`() {
    #expect(outcome(Metrics.rename, own: 9, peer: 1).missed == [])
  }

  @Test func `Memory is judged`() {
    let greedy = ServerMemory(idleKibibytes: 15 << 10, peakKibibytes: 128 << 10)
    #expect(
      outcome(Metrics.stat, own: 1, peer: 1, memory: greedy).missed == [
        "bailey-fs takes 15 MiB or more when idle", "bailey-fs takes 128 MiB or more",
      ])
    #expect(outcome(Metrics.stat, own: 1, peer: 1, memory: ServerMemory()).missed.count == 2)
  }

  @Test func `A peer that is not there is not beaten`() {
    #expect(
      outcome(Metrics.stat, own: 1, peer: 1, missing: ["gocryptfs"]).missed == [
        "gocryptfs is not there to be compared with"
      ])
    var alone = BenchmarkTable(title: "disk", systems: ["bailey", "plain folder"], peers: [])
    alone.add(400, to: Metrics.write, of: "bailey")
    #expect(alone.missed == ["disk, sequential write 512 MiB: no peer, target 1.4x"])
  }
}
