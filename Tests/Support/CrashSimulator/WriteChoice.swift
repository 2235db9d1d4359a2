// SPDX-License-Identifier: Apache-2.0

/// What arrived of the writes that nothing forced out.
struct WriteChoice: Sendable, CustomStringConvertible {
  /// How far a torn write at the end made the file longer: to its last sector that arrived, or to its own end, with
  /// zeros in between.
  enum Growth: Sendable { case asFarAsArrived, toTheEnd }

  /// The sectors that arrived, by the number of the call.
  var arrived: [Int: Set<Int>] = [:]
  var growth = Growth.asFarAsArrived

  var description: String {
    let parts = arrived.sorted { $0.key < $1.key }.map { "write \($0.key): sectors \($0.value.sorted())" }
    return parts.joined(separator: ", ") + (growth == .toTheEnd ? ", grown to the end" : "")
  }

  /// Every write whole or absent, in every combination; and each write torn in many ways, with the others absent, whole,
  /// or in order.
  static func all(of writes: [(call: Int, range: SectorRange)]) -> [WriteChoice] {
    combinations(writes[...]) + writes.indices.flatMap { torn($0, writes) }
  }

  /// For many writes only those choices in which all before or all but one arrived.
  private static func combinations(_ writes: ArraySlice<(call: Int, range: SectorRange)>) -> [WriteChoice] {
    guard writes.count <= 6 else {
      return (writes.startIndex...writes.endIndex).map { end in choice(writes) { $0 < end } }
        + writes.indices.map { missing in choice(writes) { $0 != missing } }
    }
    return (0..<1 << writes.count).map { bits in choice(writes) { bits >> ($0 - writes.startIndex) & 1 == 1 } }
  }

  private static func choice(
    _ writes: ArraySlice<(call: Int, range: SectorRange)>, _ isWhole: (Int) -> Bool
  ) -> WriteChoice {
    var choice = WriteChoice()
    for index in writes.indices { choice.arrived[writes[index].call] = isWhole(index) ? writes[index].range.all : [] }
    return choice
  }

  private static func torn(_ index: Int, _ writes: [(call: Int, range: SectorRange)]) -> [WriteChoice] {
    let others = [
      choice(writes[...]) { _ in false }, choice(writes[...]) { _ in true }, choice(writes[...]) { $0 < index },
    ]
    return writes[index].range.torn.flatMap { sectors in
      others.flatMap { other in
        [Growth.asFarAsArrived, .toTheEnd].map { growth in
          var choice = other
          choice.arrived[writes[index].call] = sectors
          choice.growth = growth
          return choice
        }
      }
    }
  }
}

/// The sectors a write touches.
struct SectorRange: Sendable {
  static let sector = 512
  private let sectors: Range<Int>

  init(_ bytes: Range<Int>) {
    sectors = bytes.isEmpty ? 0..<0 : bytes.lowerBound / Self.sector..<(bytes.upperBound - 1) / Self.sector + 1
  }

  var all: Set<Int> { Set(sectors) }

  /// Beginnings, ends, every other sector, and all but one: of a long write only some of them.
  var torn: [Set<Int>] {
    guard sectors.count > 1 else { return [] }
    let step = max(sectors.count / 12, 1)
    let places = sectors.dropFirst().enumerated().filter { $0.offset % step == 0 }.map(\.element)
    let beginnings = places.map { Set(sectors.lowerBound..<$0) }
    let ends = places.map { Set($0..<sectors.upperBound) }
    let odd = Set(sectors.filter { $0 % 2 == 1 })
    let gaps = places.map { all.subtracting([$0]) }
    return beginnings + ends + [odd, all.subtracting(odd)] + gaps
  }
}
