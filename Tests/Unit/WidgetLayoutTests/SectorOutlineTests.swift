// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetModel

@testable import WidgetLayout

/// Sectors of rings, as the outlines that they are drawn with.
@Suite struct SectorOutlineTests {
  private static let plot = Rectangle(0, 0, 200, 100)

  private func steps(_ sector: ChartNode.Sector) -> [PathStep] { SectorOutline(sector, in: Self.plot)?.steps ?? [] }

  private func points(_ steps: [PathStep]) -> [Point] {
    steps.flatMap { step -> [Point] in
      switch step {
      case .move(let point), .line(let point): [point]
      case .curve(let first, let second, let end): [first, second, end]
      case .close: []
      }
    }
  }

  @Test func `A quarter of a pie begins at the top and ends at the side`() throws {
    let quarter = steps(ChartNode.Sector(from: 0, to: 0.25))
    guard case .move(let start) = quarter.first, case .curve(_, _, let end) = quarter[1] else {
      Issue.record("no arc")
      return
    }
    #expect(abs(start.x - 100) < 1e-9 && abs(start.y) < 1e-9)
    #expect(abs(end.x - 150) < 1e-9 && abs(end.y - 50) < 1e-9)
    #expect(quarter.last == .close)
  }

  @Test func `A whole ring has a hole`() {
    let ring = steps(ChartNode.Sector(from: 0, to: 1, inner: .init(share: 0.5)))
    #expect(ring.filter { $0 == .close }.count == 2)
  }

  @Test func `Whatever a sector says, its outline is in its room or is none`() {
    let values = [-1e12, -1, 0, 0.001, 0.3, 0.9999, 1, 7, 1e12]
    for start in values {
      for end in values {
        for length in values {
          let radius = ChartNode.Sector.Radius(share: length, points: -length / 2)
          let sectors = [
            ChartNode.Sector(from: start, to: end, inner: radius, inset: length, corner: length),
            ChartNode.Sector(from: start, to: end, outer: radius, inset: end, corner: start),
          ]
          for point in sectors.flatMap({ points(steps($0)) }) {
            #expect((40...160).contains(point.x) && (-10...110).contains(point.y))
          }
        }
      }
    }
  }
}
