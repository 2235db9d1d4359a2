// SPDX-License-Identifier: Apache-2.0

private let star = "M12 2.5L14.9 8.8L21.8 9.6L16.7 14.3L18.1 21.1L12 17.7L5.9 21.1L7.3 14.3L2.2 9.6L9.1 8.8Z"
private let tick = "M6.8 12.6L10.4 16.2L17.3 8.4"
private let cross = ["M7.5 7.5L16.5 16.5", "M16.5 7.5L7.5 16.5"]
private let flag = "M5 3.5C9 1.5 13 6 19.5 3.8V13.5C13 15.7 9 11.2 5 13.2Z"
private let bookmark = "M7 2.8H17C18 2.8 18.6 3.4 18.6 4.4V21.2L12 16.4L5.4 21.2V4.4C5.4 3.4 6 2.8 7 2.8Z"

extension SymbolDrawings {
  static let marks: [String: Drawing] = [
    "star": ([star], []),
    "star.fill": ([], [star]),
    "checkmark": (["M4.5 12.8L9.8 18L19.8 6"], []),
    "checkmark.circle": ([ring, tick], []),
    "checkmark.circle.fill": ([], ["O12 12 10X2 7.2 12.4 10.6 15.8 16.8 8.6"]),
    "circle": ([ring], []),
    "circle.fill": ([], [ring]),
    "xmark": (["M5 5L19 19", "M19 5L5 19"], []),
    "xmark.circle": ([ring] + cross, []),
    "plus": (["M12 4V20", "M4 12H20"], []),
    "plus.circle": ([ring, "M12 7.5V16.5", "M7.5 12H16.5"], []),
    "minus": (["M4 12H20"], []),
    "exclamationmark.triangle": (["M12 3.5L22 20.5H2Z", "M12 10V14.5"], ["O12 17.5 0.9"]),
    "exclamationmark.triangle.fill": (
      [],
      [
        "M13.3 3.2L22.3 18.8C22.9 19.9 22.2 21.2 20.9 21.2H3.1C1.8 21.2 1.1 19.9 1.7 18.8L10.7 3.2C11.3 2.2 12.7 2.2 13.3 3.2ZX2 12 9 12 14.2Y12 17.6 1.2"
      ]
    ),
    "info.circle": ([ring, "M12 11V17"], ["O12 7.6 1.1"]),
    "xmark.circle.fill": ([], [disc + "X2 8.2 8.2 15.8 15.8X2 15.8 8.2 8.2 15.8"]),
    "plus.circle.fill": ([], [disc + "X2 12 7 12 17X2 7 12 10.9 12X2 13.1 12 17 12"]),
    "minus.circle": (["O12 12 9.5", "M7.5 12H16.5"], []),
    "minus.circle.fill": ([], [disc + "X2 7 12 17 12"]),
    "info.circle.fill": ([], [disc + "X2 12 11 12 17Y12 7.4 1.3"]),
    "questionmark.circle": (["O12 12 9.5", "M9 9.4C9 5.8 15 5.8 15 9.4C15 11.8 12 11.9 12 14.2"], ["O12 17.2 1.1"]),
    "exclamationmark.circle": (["O12 12 9.5", "M12 6.8V13"], ["O12 16.6 1.1"]),
    "exclamationmark.circle.fill": ([], [disc + "X2 12 6.8 12 12.8Y12 16.6 1.2"]),
    "checkmark.seal.fill": (
      [],
      [
        "M12 1.5L14.7 3.7L18.2 3.5L19.2 6.9L22 9L20.9 12.3L22 15.6L19.2 17.6L18.2 21L14.7 20.8L12 23L9.3 20.8L5.8 21L4.8 17.6L2 15.6L3.1 12.3L2 9L4.8 6.9L5.8 3.5L9.3 3.7ZX2 7.8 12.6 10.8 15.6 16.2 9.2"
      ]
    ),
    "checkmark.square.fill": ([], [sheet + "X2 7.4 13 10.6 16.2 16.8 9.6"]),
    "square": ([sheet], []),
    "circle.dashed": (
      [
        "M12 2.5C14 2.5 15.8 3.1 17.4 4.2", "M20.4 7.6C21.8 10.4 21.8 13.6 20.4 16.4",
        "M17.4 19.8C14.2 22 9.8 22 6.6 19.8",
        "M3.6 16.4C2.2 13.6 2.2 10.4 3.6 7.6", "M6.6 4.2C7.6 3.5 8.6 3 9.6 2.8",
      ], []
    ),
    "circle.lefthalf.filled": (["O12 12 9.5"], ["M12 2.5C6.7 2.5 2.5 6.7 2.5 12C2.5 17.3 6.7 21.5 12 21.5Z"]),
    "flag": ([flag, "M5 3.5V21.5"], []),
    "flag.fill": (["M5 3.5V21.5"], [flag]),
    "bookmark": ([bookmark], []),
    "bookmark.fill": ([], [bookmark]),
    "sparkles": (
      [],
      [
        "M10 3C10.8 8.5 12 9.8 17.5 10.5C12 11.3 10.8 12.5 10 18C9.2 12.5 8 11.3 2.5 10.5C8 9.8 9.2 8.5 10 3Z",
        "M18.5 14C18.9 16.8 19.5 17.4 22.3 17.8C19.5 18.2 18.9 18.8 18.5 21.6C18.1 18.8 17.5 18.2 14.7 17.8C17.5 17.4 18.1 16.8 18.5 14Z",
      ]
    ),
    "ellipsis": ([], ["O5 12 1.8", "O12 12 1.8", "O19 12 1.8"]),
    "line.3.horizontal": (["M3 6.5H21", "M3 12H21", "M3 17.5H21"], []),
    "square.grid.2x2.fill": ([], ["M3 3H11V11H3Z", "M13 3H21V11H13Z", "M3 13H11V21H3Z", "M13 13H21V21H13Z"]),
  ]
}
