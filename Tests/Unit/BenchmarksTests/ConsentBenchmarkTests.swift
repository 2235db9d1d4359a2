// SPDX-License-Identifier: Apache-2.0
import InternetAddresses
import Testing
@testable import Benchmarks

@Suite struct ConsentBenchmarkTests {
  /// The proxy asks before it connects to the local network, and nobody answers it there.
  @Test func `The server behind the proxy is on the public network`() {
    #expect(AddressScope(ConsentBenchmark.server) == .global)
  }
}
