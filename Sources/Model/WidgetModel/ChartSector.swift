// SPDX-License-Identifier: Apache-2.0
package import WireFormat

extension ChartNode {
  /// A part of a ring around the middle of the diagram.
  package struct Sector: Sendable, Hashable {
    /// The edges as parts of a turn, clockwise from the top.
    package var start, end: Double
    package var inner, outer: Radius
    /// The points by which each of its straight edges stands back.
    package var inset: Double
    /// The radius of its corners in points.
    package var corner: Double

    /// A length as a share of the largest circle's radius, and points that are added to it.
    package struct Radius: Sendable, Hashable {
      package var share: Double
      package var points: Double
      package init(share: Double, points: Double = 0) { (self.share, self.points) = (share, points) }
    }

    package init(
      from start: Double, to end: Double, inner: Radius = Radius(share: 0), outer: Radius = Radius(share: 1),
      inset: Double = 0, corner: Double = 0
    ) {
      (self.start, self.end, self.inner, self.outer) = (start, end, inner, outer)
      (self.inset, self.corner) = (inset, corner)
    }
  }
}

extension ChartNode.Sector: Archivable {
  package func write(to writer: inout ArchiveWriter) { writer.append(start, end, inner, outer, inset, corner) }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      from: try reader.value(), to: try reader.value(), inner: try reader.value(), outer: try reader.value(),
      inset: try reader.value(), corner: try reader.value())
  }
}

extension ChartNode.Sector.Radius: Archivable {
  package func write(to writer: inout ArchiveWriter) { writer.append(share, points) }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(share: try reader.value(), points: try reader.value())
  }
}
