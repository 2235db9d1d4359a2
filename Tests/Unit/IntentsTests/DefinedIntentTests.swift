// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WidgetModel

@testable import Intents

/// An intent as the SDK's compiler makes it of a definition: what its owner chooses comes to its properties.
@Suite struct DefinedIntentTests {
  private enum Colour: Int { case unknown = 0, red, blue }
  private final class Place: INObject {}

  private final class TripIntent: INIntent {
    var title: String?
    var page: URL?
    var place: Place?
    var day: DateComponents?
    var hidesDay: NSNumber? = NSNumber(value: true)
    var count: NSNumber?
    var length: NSNumber?
    var colour = Colour.unknown
    override var definedParameters: [DefinedIntentParameter] {
      [
        DefinedIntentParameter("title", title: "Title", of: self, \TripIntent.title),
        DefinedIntentParameter("page", title: "Page", of: self, \TripIntent.page),
        DefinedIntentParameter("place", title: "Place", of: self, \TripIntent.place),
        DefinedIntentParameter("day", title: "Day", of: self, \TripIntent.day),
        DefinedIntentParameter("hidesDay", title: "Hides", of: self, \TripIntent.hidesDay, .boolean),
        DefinedIntentParameter("count", title: "Count", of: self, \TripIntent.count, .integer),
        DefinedIntentParameter("length", title: "Length", of: self, \TripIntent.length, .decimal),
        DefinedIntentParameter(
          "colour", title: "Colour", of: self, \TripIntent.colour, among: [(.red, "Red"), (.blue, "Blue")]),
      ]
    }
  }

  private func set(_ values: [String: IntentValue]) -> TripIntent {
    let intent = TripIntent()
    for parameter in intent.definedParameters {
      if let value = values[parameter.description.name] { parameter.set(value) }
    }
    return intent
  }

  @Test func `Each property has what was chosen for it`() throws {
    let intent = set([
      "title": .text("Sea"), "page": .text("https://example.org/a"), "place": .text("port-1"),
      "day": .date(86_400.0 * 365),
      "hidesDay": .bool(false), "count": .whole(3), "length": .number(1.5), "colour": .whole(2),
    ])
    #expect(intent.title == "Sea" && intent.page?.host() == "example.org" && intent.place?.identifier == "port-1")
    #expect(intent.day?.date == Date(timeIntervalSinceReferenceDate: 86_400.0 * 365))
    #expect(intent.hidesDay?.boolValue == false && intent.count?.intValue == 3 && intent.length?.doubleValue == 1.5)
    #expect(intent.colour == .blue)
  }

  @Test func `What nobody has chosen is as the definition has it`() {
    let intent = set([:])
    #expect(intent.title == nil && intent.day == nil && intent.hidesDay?.boolValue == true && intent.colour == .unknown)
    let descriptions = intent.definedParameters.map(\.description)
    #expect(descriptions.map(\.form) == [.text, .text, .text, .date, .bool, .whole, .number, .option])
    #expect(descriptions.map(\.initial) == [.none, .none, .none, .none, .bool(true), .none, .none, .none])
    #expect(descriptions.last?.options.map(\.title) == ["Red", "Blue"])
  }

  @Test func `A value of another form changes nothing`() {
    let wrong = set([
      "title": .whole(1), "page": .text("http://exa mple/"), "place": .bool(true), "day": .text("today"),
      "hidesDay": .text("x"), "colour": .whole(77),
    ])
    #expect(wrong.title == nil && wrong.place == nil && wrong.day == nil && wrong.hidesDay?.boolValue == true)
    #expect(wrong.colour == .unknown)
  }

  @Test func `Objects with the same names are equal`() {
    #expect(INObject(identifier: "a", display: "A") == INObject(identifier: "a", display: "A"))
    #expect(INObject(identifier: "a", display: "A") != INObject(identifier: "b", display: "A"))
    #expect(INObject(identifier: "a", display: "A") != Place(identifier: "a", display: "A"))
  }
}
