// SPDX-License-Identifier: Apache-2.0
import Glibc
import InternetAddresses
import Testing

@Suite struct AddressScopeTests {
  /// IANA's registries of special purposes: the first and the last address of each block that is not globally reachable, and its scope.
  @Test(arguments: [
    ("0.0.0.0", "0.255.255.255", AddressScope.unusable), ("10.0.0.0", "10.255.255.255", .local),
    ("100.64.0.0", "100.127.255.255", .local), ("127.0.0.0", "127.255.255.255", .loopback),
    ("169.254.0.0", "169.254.255.255", .local), ("172.16.0.0", "172.31.255.255", .local),
    ("192.0.0.0", "192.0.0.255", .local), ("192.0.2.0", "192.0.2.255", .local),
    ("192.88.99.0", "192.88.99.255", .local), ("192.168.0.0", "192.168.255.255", .local),
    ("198.18.0.0", "198.19.255.255", .local), ("198.51.100.0", "198.51.100.255", .local),
    ("203.0.113.0", "203.0.113.255", .local), ("224.0.0.0", "255.255.255.255", .unusable), ("::", "::", .unusable),
    ("::1", "::1", .loopback), ("::ffff:10.0.0.0", "::ffff:10.255.255.255", .local),
    ("64:ff9b:1::8.8.8.8", "64:ff9b:1:ffff:ffff:ffff:8.8.8.8", .local),
    ("100::", "100::1:ffff:ffff:ffff:ffff", .unusable),
    ("2001:10::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", .local),
    ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", .local), ("3fff::", "3fff:fff:ffff::1", .local),
    ("5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .local), ("fc00::", "fdff:ffff::1", .local),
    ("fe80::", "febf:ffff::1", .local), ("fec0::", "feff:ffff::1", .local), ("ff00::", "ffff:ffff::1", .unusable),
  ])
  func `What the registries list is of the Internet from neither end`(first: String, last: String, scope: AddressScope)
    throws
  {
    #expect(try Self.scope(first) == scope, "\(first)")
    #expect(try Self.scope(last) == scope, "\(last)")
  }

  @Test(arguments: [
    "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
    "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.88.98.255",
    "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0",
    "203.0.112.255", "203.0.114.0", "223.255.255.255", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2000::", "2001:200::",
    "2001:db7:ffff::1", "2001:db9::", "2003::", "2606:4700::1", "3ffe::1", "3fff:1000::",
  ])
  func `What lies beside the blocks is of the Internet`(text: String) throws {
    #expect(try Self.scope(text) == .global)
  }

  @Test(arguments: [
    ("::ffff:127.0.0.1", AddressScope.loopback), ("::ffff:0.0.0.0", .unusable), ("::127.0.0.1", .unusable),
    ("::8.8.8.8", .local), ("64:ff9b::127.0.0.1", .unusable), ("64:ff9b::10.0.0.1", .local),
    ("64:ff9b:1:7f00:0:100::", .unusable), ("2002:7f00:1::", .unusable), ("2002:c0a8:1::", .local),
    ("2002:808:808::", .local), ("2001:0:1:2:3:4:80ff:fffe", .unusable), ("2001:0:1:2:3:4:f7f7:f7f7", .local),
    ("::ffff:0:8.8.8.8", .local),
  ])
  func `An address that leads on to one of IPv4 is no better than that`(text: String, scope: AddressScope) throws {
    #expect(try Self.scope(text) == scope)
  }

  @Test(arguments: [0, 1, 3, 5, 15, 17, 32]) func `What is no address leads nowhere`(count: Int) {
    #expect(AddressScope([UInt8](repeating: 8, count: count)) == .unusable)
  }

  @Test(arguments: [
    ("8.8.8.8", [false, true, false, true]), ("10.0.0.1", [false, false, false, true]),
    ("169.254.169.254", [false, false, false, true]), ("127.0.0.1", [true, false, true, true]),
    ("::1", [true, false, true, true]), ("::127.0.0.1", [false, false, false, false]),
    ("0.0.0.0", [false, false, false, false]), ("224.0.0.1", [false, false, false, false]),
    ("192.0.2.1", [false, false, false, true]),
  ])
  func `Requests go where their reach allows, unencrypted to this machine alone`(text: String, admitted: [Bool]) throws
  {
    let bytes = try Self.bytes(text)
    let found = [RequestReach.global, .everywhere].flatMap { reach in
      [false, true].map { reach.admits(bytes, isEncrypted: $0) }
    }
    #expect(found == admitted)
  }

  private static func scope(_ text: String) throws -> AddressScope { AddressScope(try bytes(text)) }

  private static func bytes(_ text: String) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    try #require(unsafe inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes) == 1, "\(text)")
    return bytes
  }
}
