// SPDX-License-Identifier: Apache-2.0
import Drawing
import WidgetLayout
import WidgetModel

extension SVGRenderer {
  // MARK: Groups

  mutating func openMask(_ name: Int) {
    definitions.append("<mask style=\"mask-type:alpha\" maskUnits=\"userSpaceOnUse\" x=\"-2000\" y=\"-2000\" ")
    definitions.append("width=\"6000\" height=\"6000\" id=\"")
    append(name: name, to: &definitions)
    definitions.append("\">")
  }

  /// Begins a filter that reaches beyond what it is for, and gives its name.
  private mutating func beginFilter() -> Int {
    let name = name()
    definitions.append("<filter x=\"-50%\" y=\"-50%\" width=\"200%\" height=\"200%\" id=\"")
    append(name: name, to: &definitions)
    definitions.append("\">")
    return name
  }

  private mutating func beginGroup(filteredBy name: Int) {
    body.append("<g filter=\"url(#")
    append(name: name, to: &body)
    body.append(")\">")
  }

  mutating func clip(_ steps: [CanvasStep]) -> Int {
    let name = name()
    definitions.append("<clipPath id=\"")
    append(name: name, to: &definitions)
    definitions.append("\"><path d=\"")
    definitions.append(path: steps)
    definitions.append("\"/></clipPath>")
    return name
  }

  mutating func openGroup(clippedBy name: Int) {
    body.append("<g clip-path=\"url(#")
    append(name: name, to: &body)
    body.append(")\">")
  }

  mutating func begin(_ group: DisplayGroup) {
    switch group {
    case .opacity(let opacity):
      body.append("<g opacity=\"")
      body.append(opacity)
      body.append("\">")
    case .clip(let outline, let frame): openGroup(clippedBy: clip(outline.steps(in: frame)))
    case .transform(let degrees, let x, let y, let point):
      body.append("<g transform=\"translate(")
      body.append(numbers: point.x, point.y)
      body.append(") rotate(")
      body.append(degrees)
      body.append(") scale(")
      body.append(numbers: x, y)
      body.append(") translate(")
      body.append(numbers: -point.x, -point.y)
      body.append(")\">")
    case .shadow(let ink, let radius, let x, let y):
      let name = beginFilter()
      definitions.append("<feDropShadow dx=\"")
      definitions.append(x)
      definitions.append("\" dy=\"")
      definitions.append(y)
      definitions.append("\" stdDeviation=\"")
      definitions.append(radius / 2)
      definitions.append("\"")
      var color = tint.ink(ink, isAccent: false).canvas
      color.opacity = 1
      definitions.append(color, "flood-color")
      definitions.append(" flood-opacity=\"")
      definitions.append(ink.opacity)
      definitions.append("\"/></filter>")
      beginGroup(filteredBy: name)
    case .blur(let radius):
      let name = beginFilter()
      definitions.append("<feGaussianBlur stdDeviation=\"")
      definitions.append(radius)
      definitions.append("\"/></filter>")
      beginGroup(filteredBy: name)
    case .masked, .mask:
      if case .mask = group { maskDepth += 1 }
      waiting.append(body)
      body = SVGText()
    case .accent: accents += 1
    case .untinted: untinted += 1
    case .pictures(let tone): tones.append(tone)
    }
  }

  mutating func end(_ group: DisplayGroup) {
    switch group {
    case .opacity, .clip, .transform, .shadow, .blur: body.append("</g>")
    case .mask:
      maskDepth -= 1
      let name = name()
      openMask(name)
      definitions.append(body)
      definitions.append("</mask>")
      masks.append(name)
      body = waiting.popLast() ?? SVGText()
    case .masked:
      let content = body
      body = waiting.popLast() ?? SVGText()
      body.append("<g")
      if let mask = masks.popLast() {
        body.append(" mask=\"url(#")
        append(name: mask, to: &body)
        body.append(")\"")
      }
      body.append(">")
      body.append(content)
      body.append("</g>")
    case .accent: accents -= 1
    case .untinted: untinted -= 1
    case .pictures: tones.removeLast()
    }
  }

  // MARK: Taps

  /// Opens the elements of regions, so that whatever turns or clips their contents does so to them.
  mutating func enterRegions(of regions: inout ArraySlice<HitRegion>, at index: Int) {
    while let last = openRegions.last, last.items.upperBound <= index {
      openRegions.removeLast()
      close(last)
    }
    while let next = regions.first, next.items.lowerBound == index {
      regions.removeFirst()
      open(next)
      if next.items.isEmpty { close(next) } else { openRegions.append(next) }
    }
  }

  private func safeLink(of region: HitRegion) -> String? {
    guard case .link(let link) = region.target, SafeLink.isSafe(link) else { return nil }
    return link
  }

  private mutating func open(_ region: HitRegion) {
    // What a mask is made of cannot be tapped.
    guard maskDepth == 0 else { return }
    if let link = safeLink(of: region) {
      body.append("<a href=\"")
      body.append(escaped: link)
      body.append("\">")
    } else {
      body.append("<g")
      if case .control(let control) = region.target {
        body.append(" data-control=\"")
        body.append(escaped: control.intent)
        body.append("\"")
      }
      body.append(">")
    }
    body.append("<rect fill=\"none\" pointer-events=\"all\" x=\"")
    body.append(region.frame.x)
    body.append("\" y=\"")
    body.append(region.frame.y)
    body.append("\" width=\"")
    body.append(region.frame.width)
    body.append("\" height=\"")
    body.append(region.frame.height)
    body.append("\"/>")
  }

  private mutating func close(_ region: HitRegion) {
    guard maskDepth == 0 else { return }
    body.append(safeLink(of: region) == nil ? "</g>" : "</a>")
  }
}

/// The links of an extension that a page may follow.
package enum SafeLink {
  private static let refused: Set<String> = [
    "javascript", "data", "vbscript", "file", "blob", "about", "view-source", "filesystem",
  ]

  /// `SCHEME://` of a scheme that runs nothing and opens no file.
  package static func isSafe(_ link: String) -> Bool {
    guard let colon = link.utf8.firstIndex(of: UInt8(ascii: ":")), link[colon...].hasPrefix("://") else { return false }
    let scheme = link[..<colon].lowercased()
    let first = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard let head = scheme.utf8.first, first.contains(head) else { return false }
    let isPlain = scheme.utf8.allSatisfy { byte in
      first.contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
    }
    return isPlain && !refused.contains(scheme)
  }
}
