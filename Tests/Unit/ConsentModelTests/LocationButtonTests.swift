// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Drawing
import Testing

/// Whether a tap gives the location, by what the person can see of the button.
@Suite struct LocationButtonTests {
  private typealias Color = LocationButtonLook.Color
  private static let (white, black) = (Color(1, 1, 1), Color(0, 0, 0))
  private static let blue = Color(0, 0.35, 0.85)

  private func look(_ title: LocationButtonLook.Color = white, on ground: LocationButtonLook.Color = blue)
    -> LocationButtonLook
  {
    LocationButtonLook(
      .arrowFilled, .shareCurrentLocation, title: title, on: ground, fontSize: 15, titleWidth: 150, room: 200)
  }

  @Test func `A button that can be read gives the location`() {
    #expect(look().givesLocation)
    #expect(look(Self.black, on: Self.white).givesLocation)
    var icon = look()
    icon.label = .none
    icon.titleWidth = 500
    #expect(icon.givesLocation)
  }

  @Test func `LB01: neither a label nor an icon`() {
    var empty = look()
    (empty.icon, empty.label) = (.none, .none)
    #expect(empty.defects == [.empty])
  }

  @Test func `LB02: contrast, with less for large type`() {
    // #767676 on white is 4.54:1, #777777 is 4.48:1, #949494 is 3.03:1, #969696 is 2.96:1.
    func gray(_ value: Int) -> LocationButtonLook {
      look(Color(Double(value) / 255, Double(value) / 255, Double(value) / 255), on: Self.white)
    }
    #expect(gray(0x76).defects == [])
    #expect(gray(0x77).defects == [.contrast])
    var large = gray(0x94)
    large.fontSize = 18
    #expect(large.defects == [])
    large = gray(0x96)
    large.fontSize = 18
    #expect(large.defects == [.contrast])
    var bold = gray(0x94)
    (bold.fontSize, bold.isBold) = (14, true)
    #expect(bold.defects == [])
    #expect(look(Self.blue, on: Self.blue).defects == [.contrast])
  }

  @Test func `LB03: a background that lets through what is below`() {
    #expect(look(Self.white, on: Color(0, 0, 0, alpha: 0.9)).defects == [])
    #expect(look(Self.white, on: Color(0, 0, 0, alpha: 0.8)).defects == [.translucent])
    #expect(look(Color(1, 1, 1, alpha: 0.2), on: Self.black).defects == [.contrast])
  }

  @Test func `LB04: a title that does not fit`() {
    var narrow = look()
    narrow.room = 149
    #expect(narrow.defects == [.truncated])
  }

  @Test func `LB05 and LB06: what cannot be drawn gives nothing, whatever else is right`() {
    for value in [-0.1, 1.1, .nan, .infinity] {
      #expect(!look(Color(value, 0, 0)).givesLocation)
      #expect(!look(on: Color(0, 0, 0, alpha: value)).givesLocation)
    }
    for value in [0, -1, Double.nan, .infinity] {
      var odd = look()
      odd.fontSize = value
      #expect(odd.defects == [.malformed])
    }
    var endless = look()
    endless.room = .infinity
    #expect(endless.defects == [.malformed])
  }

  // MARK: - Words

  @Test func `No title takes more in bold than is counted for it, nor much less`() {
    let shaper = TextShaper()
    for label in LocationButtonLook.Label.allCases where label != .none {
      var widest = 0.0
      for language in LocationButtonLook.Label.languages where !["ja", "ko", "zh"].contains(language) {
        let words = label.title(in: language) ?? ""
        let style = TextStyle(families: "Inter, DejaVu Sans", size: 100, weight: 700)
        let width = shaper.extent(of: TextBlock([.init(words, style)])).width / 100
        #expect(width <= label.widest, "\(words)")
        widest = max(widest, width)
      }
      #expect(label.widest < widest * 1.4)
    }
    #expect(LocationButtonLook.Label.none.widest == 0)
    #expect(LocationButtonLook.Label.currentLocation.title(in: "xx") == "Current Location")
  }

  @Test func `LB04: the title must fit in its language and at its size`() {
    func look(_ language: String?, _ fontSize: Double? = nil, room: Double) -> LocationButtonLook {
      LocationButtonLook(
        .arrowFilled, .currentLocation, title: Self.white, on: Self.blue, fontSize: fontSize, language: language,
        room: room)
    }
    let label = LocationButtonLook.Label.currentLocation
    let english = label.width(in: "en") * 17
    #expect(look("en", room: english).givesLocation)
    #expect(look("xx", room: english).givesLocation)
    #expect(look("ru", room: english).defects == [.truncated])
    #expect(look(nil, room: english).defects == [.truncated])
    #expect(look(nil, room: label.widest * 17).givesLocation)
    #expect(look("en", 18, room: english).defects == [.truncated])
  }

  @Test(arguments: [
    (LocationButtonLook.Label.currentLocation, 320.0), (.currentLocation, 260), (.sendCurrentLocation, 320),
    (.shareMyCurrentLocation, 375),
  ])
  func `LB04: buttons as apps have them fit`(label: LocationButtonLook.Label, width: Double) {
    let look = LocationButtonLook(
      .arrowFilled, label, title: Self.white, on: Self.blue, fontSize: nil, language: "en_US.UTF-8", width: width)
    #expect(look.givesLocation)
  }
}
