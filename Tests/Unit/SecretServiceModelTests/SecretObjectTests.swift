// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SecretServiceModel

@Suite struct SecretObjectTests {
  @Test(arguments: [
    ("/org/freedesktop/secrets", SecretObject.service),
    ("/org/freedesktop/secrets/collection/default", .collection(.default)),
    ("/org/freedesktop/secrets/collection/session/17", .item(17, in: .session)),
    ("/org/freedesktop/secrets/aliases/default", .alias(.default)),
    ("/org/freedesktop/secrets/aliases/default/9", .aliasedItem(9, in: .default)),
    ("/org/freedesktop/secrets/session/18446744073709551615", .session(.max)),
    ("/org/freedesktop/secrets/prompt/1", .prompt(1)),
  ])
  func `A path names one object and an object has one path`(path: String, object: SecretObject) {
    #expect(SecretObject(path: path) == object)
    #expect(object.path == path)
  }

  @Test(arguments: [
    "", "/", "/org/freedesktop/secrets/", "/org/freedesktop/secret", "/org/freedesktop/secretsx/collection/a",
    "/org/freedesktop/secrets/collection", "/org/freedesktop/secrets/collection/",
    "/org/freedesktop/secrets/collection/a/",
    "/org/freedesktop/secrets/collection//1", "/org/freedesktop/secrets/collection/a/01",
    "/org/freedesktop/secrets/collection/a/0", "/org/freedesktop/secrets/collection/a/+1",
    "/org/freedesktop/secrets/collection/a/18446744073709551616", "/org/freedesktop/secrets/collection/a/1/2",
    "/org/freedesktop/secrets/collection/é/1", "/org/freedesktop/secrets/session/s1",
    "/org/freedesktop/secrets/prompt/-1",
    "/org/freedesktop/secrets/other/a", "/org/freedesktop/secrets/collection/a-b", "/not/existing/path",
    "/org/freedesktop/secrets/collection/" + String(repeating: "a", count: 65),
    "/org/freedesktop/secrets/session/" + String(repeating: "1", count: 4000),
  ])
  func `Any other path names nothing`(path: String) { #expect(SecretObject(path: path) == nil) }

  @Test func `A name resembles its label and is no other's`() {
    let taken: Set<String> = ["Work", "Work_2"]
    #expect(PathElement(resembling: "Work") { taken.contains($0.text) }.text == "Work_3")
    #expect(PathElement(resembling: "Über alles!") { _ in false }.text == "__ber_alles_")
    #expect(PathElement(resembling: "") { _ in false }.text == "collection")
    let long = PathElement(resembling: String(repeating: "x", count: 9000)) { $0.text.count == 32 }
    #expect(PathElement(long.text) == long)
  }
}
