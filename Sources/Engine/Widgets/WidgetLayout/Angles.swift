// SPDX-License-Identifier: Apache-2.0
import Glibc
import WidgetModel

enum Angles {
  /// The point of a ring within a frame, clockwise from the trailing side.
  static func point(on frame: Rectangle, inset: Double, degrees: Double) -> Point {
    let radius = min(frame.width, frame.height) / 2 - inset
    let radians = degrees * .pi / 180
    return Point(frame.middle.x + radius * cos(radians), frame.middle.y + radius * sin(radians))
  }
}
