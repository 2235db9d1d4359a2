// SPDX-License-Identifier: Apache-2.0
import AccessModel
import NetworkAccess
import ProxyMessages
import ProxyRules
import Testing
import Threads

@Suite struct NetworkUsesTests {
  private final class Written: Sendable {
    let notes = Locked<[[AccessNote]]>([])
    var all: [AccessNote] { notes.withLock { $0.flatMap(\.self) } }
  }

  @Test func `Connections are counted by host, by what became of them, and by whether they follow people`() throws {
    let written = Written()
    let uses = NetworkUses { notes in written.notes.withLock { $0.append(notes) } }
    let (one, other) = (try #require(HostName("a.example")), try #require(HostName("198.51.100.1")))
    for _ in 0..<3 { uses.count(one, isTracker: false, .made) }
    uses.count(one, isTracker: false, .refused)
    uses.count(other, isTracker: true, .refused)
    uses.flush()
    let expected = [
      AccessNote.connections(try #require(NetworkActivity(domain: "a.example", isTracker: false)), hits: 3, refused: 1),
      .connections(try #require(NetworkActivity(domain: "198.51.100.1", isTracker: true)), hits: 0, refused: 1),
    ]
    #expect(written.all.count == 2 && expected.allSatisfy { written.all.contains($0) })
    // What is written down is not written down again.
    uses.flush()
    #expect(written.all.count == 2)
  }

  @Test func `A flood of hosts takes no more than so many notes, and none is lost`() throws {
    let written = Written()
    let uses = NetworkUses { notes in written.notes.withLock { $0.append(notes) } }
    for number in 0..<5000 { uses.count(try #require(HostName("h\(number).example")), isTracker: false, .made) }
    uses.flush()
    let hits = written.all.reduce(0) { sum, note in
      guard case .connections(_, let hits, _) = note else { return sum }
      return sum + Int(hits)
    }
    #expect(hits == 5000)
    #expect(written.notes.withLock { $0.allSatisfy { $0.count <= AccessNote.maximum } })
    #expect(written.all.count < 5000)
  }
}
