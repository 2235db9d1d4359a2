// SPDX-License-Identifier: Apache-2.0

extension SymbolDrawings {
  static let arrows: [String: Drawing] = [
    "arrowtriangle.up.fill": ([], ["M12 5L21 19H3Z"]),
    "arrowtriangle.down.fill": ([], ["M12 19L21 5H3Z"]),
    "arrowtriangle.up": (["M12 5L21 19H3Z"], []),
    "arrowtriangle.down": (["M12 19L21 5H3Z"], []),
    "arrow.up": (["M12 20V4", "M5 11L12 4L19 11"], []),
    "arrow.down": (["M12 4V20", "M5 13L12 20L19 13"], []),
    "arrow.left": (["M20 12H4", "M11 5L4 12L11 19"], []),
    "arrow.right": (["M4 12H20", "M13 5L20 12L13 19"], []),
    "arrow.up.right": (["M6 18L18 6", "M8.5 6H18V15.5"], []),
    "arrow.down.right": (["M6 6L18 18", "M8.5 18H18V8.5"], []),
    "arrow.down.left": (["M18 6L6 18", "M15.5 18H6V8.5"], []),
    "arrow.clockwise": (
      [
        "M19.5 7.5C17.9 5 15.2 3.5 12 3.5C7.3 3.5 3.5 7.3 3.5 12C3.5 16.7 7.3 20.5 12 20.5C15.6 20.5 18.6 18.4 19.9 15.3",
        "M19.8 3V7.8H15",
      ], []
    ),
    "chevron.right": (["M9 4.5L16.5 12L9 19.5"], []),
    "chevron.left": (["M15 4.5L7.5 12L15 19.5"], []),
    "chevron.up": (["M4.5 15L12 7.5L19.5 15"], []),
    "chevron.down": (["M4.5 9L12 16.5L19.5 9"], []),
    "arrow.triangle.2.circlepath": (
      [
        "M4 10.5C5 6.6 8.2 4 12 4C15 4 17.6 5.5 19 8", "M19.5 3.5V8.2H14.8",
        "M20 13.5C19 17.4 15.8 20 12 20C9 20 6.4 18.5 5 16", "M4.5 20.5V15.8H9.2",
      ], []
    ),
    "arrow.counterclockwise": (
      [
        "M4.5 7.5C6.1 5 8.8 3.5 12 3.5C16.7 3.5 20.5 7.3 20.5 12C20.5 16.7 16.7 20.5 12 20.5C8.4 20.5 5.4 18.4 4.1 15.3",
        "M4.2 3V7.8H9",
      ], []
    ),
    "arrow.up.arrow.down": (["M8 20V5", "M4 9L8 5L12 9", "M16 4V19", "M12 15L16 19L20 15"], []),
    "arrow.up.circle.fill": ([], [disc + "X2 7.6 11 12 6.6 16.4 11X2 12 8.8 12 17.4"]),
    "arrow.down.circle.fill": ([], [disc + "X2 7.6 13 12 17.4 16.4 13X2 12 6.6 12 15.2"]),
    "arrow.up.forward": (["M6 18L18 6", "M8.5 6H18V15.5"], []),
    "repeat": (
      [
        "M4 11V9.5C4 7.6 5.1 6.5 7 6.5H20", "M17 3.5L20 6.5L17 9.5", "M20 13V14.5C20 16.4 18.9 17.5 17 17.5H4",
        "M7 14.5L4 17.5L7 20.5",
      ], []
    ),
    "shuffle": (
      [
        "M2.5 7H6C11 7 12 17 17 17H21", "M2.5 17H6C8 17 9.4 15.4 10.6 13.4", "M13.6 10.4C14.6 8.4 15.6 7 17 7H21",
        "M18.5 4.2L21.3 7L18.5 9.8", "M18.5 14.2L21.3 17L18.5 19.8",
      ], []
    ),
  ]
}
