// SPDX-License-Identifier: Apache-2.0
import AccessModel
import Testing

@Suite struct LocationTests {
  @Test func `A reduced location is the same for all of a square of five kilometres`() throws {
    let one = try #require(
      LocationFix(latitude: 48.8584, longitude: 2.2945, accuracy: 5, altitude: 35, time: 1_000_000))
    let other = try #require(LocationFix(latitude: 48.8699, longitude: 2.2601, accuracy: 8, time: 1_100_000))
    #expect(one.reduced.latitude == 48.875 && one.reduced.longitude == 2.275)
    #expect(one.reduced == other.reduced)
    #expect(one.reduced.isReduced && one.reduced.accuracy >= 5000 && one.reduced.altitude == nil)
    #expect(one.reduced.reduced == one.reduced)
  }

  @Test(arguments: ["1,2", " 1 , 2 ", "-90,180,0", "1.5,2.5,3,-4"])
  func `Places are read`(text: String) { #expect(LocationSource(text) != nil) }

  @Test(arguments: ["", "1", "91,0", "0,181", "nan,0", "0x10,0", "inf,0", "1,2,-1", "1,2,3,4,5", "a,b", "1,,2"])
  func `What is no place is refused`(text: String) { #expect(LocationSource(text) == nil) }
}
