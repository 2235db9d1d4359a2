// SPDX-License-Identifier: Apache-2.0
import AccessModel
import BrokerMessages
import ConsentModel
import Testing

extension GoldenBytesTests {
  @Test func `Requests about what apps use`() throws {
    let nines = String(repeating: "09", count: 16)
    let identifier = [UInt8](repeating: 9, count: 16)
    let host = try #require(NetworkActivity(domain: "a.b", isTracker: true))
    try check(.access(.state), "02 0901")
    try check(.access(.turn(isOn: true)), "02 0902 01")
    try check(
      .access(
        .note(
          [
            .began(identifier: identifier, .camera), .ended(identifier: identifier),
            .connections(host, hits: 3, refused: 1),
          ], of: nil)), "02 0903 00000003 01 \(nines) 02 02 \(nines) 03 0003 612e62 01 00000003 00000001 00")
    try check(
      .access(.note([.beganEmpty(identifier: identifier, .camera)], of: "a.b")),
      "02 0903 00000001 04 \(nines) 02 01 00000003 612e62")
    try check(.access(.note([.networkLost], of: nil)), "02 0903 00000001 05 00")
    try check(
      .access(.note([.read(SecretReading(program: "/a", label: "b"), hits: 3)], of: nil)),
      "02 0903 00000001 06 0002 2f61 0001 62 00000003 00")
    try check(.access(.records(after: 7, seconds: 5)), "02 0904 0000000000000007 0005")
    try check(.access(.location), "02 0905")
    try check(.access(.locationSource), "02 0906")
    try check(.access(.setLocationSource(LocationSource("/a"))), "02 0907 01 00000002 2f61")
    try check(.access(.setLocationSource(nil)), "02 0907 00")
  }

  @Test func `Answers about what apps use`() throws {
    let identifier = [UInt8](repeating: 9, count: 16)
    let nines = String(repeating: "09", count: 16)
    try check(.access(.state(AccessLogState(isOn: true, since: 5))), "02 0901 01 0000000000000005")
    let used = try #require(AccessRecord(identifier: identifier, app: "a.b", kind: .access(.camera), began: 6))
    let host = try #require(NetworkActivity(domain: "c", isTracker: false))
    let reached = try #require(
      AccessRecord(identifier: identifier, app: "a.b", kind: .network(host), began: 6, ended: 7, hits: 2, refused: 1))
    try check(
      .access(.records([used, reached], revision: 8)),
      "02 0902 0000000000000008 00000002 \(nines) 0003 612e62 01 02 0000000000000006 00 00000000 00000000 "
        + "\(nines) 0003 612e62 02 0001 63 00 0000000000000006 01 0000000000000007 00000002 00000001")
    let empty = try #require(AccessRecord(identifier: identifier, app: "a.b", kind: .emptySource(.camera), began: 6))
    try check(
      .access(.records([empty], revision: 8)),
      "02 0902 0000000000000008 00000001 \(nines) 0003 612e62 03 02 0000000000000006 00 00000000 00000000")
    let secret = try #require(
      AccessRecord(identifier: identifier, app: "/a", kind: .secret("b"), began: 6, ended: 7, hits: 2))
    try check(
      .access(.records([secret], revision: 8)),
      "02 0902 0000000000000008 00000001 \(nines) 0002 2f61 04 0001 62 0000000000000006 01 0000000000000007 00000002 "
        + "00000000")
    let fix = try #require(LocationFix(latitude: 1, longitude: -1, accuracy: 2, time: 3))
    try check(
      .access(.location(fix)), "02 0903 3ff0000000000000 bff0000000000000 4000000000000000 00 0000000000000003 00")
    try check(.access(.locationSource(nil)), "02 0904 00")
    try check(.refused(.access(.notAllowed)), "0147 37 05")
  }
}
