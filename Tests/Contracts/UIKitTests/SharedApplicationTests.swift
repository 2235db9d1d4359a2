// SPDX-License-Identifier: Apache-2.0
import Testing
import UIKit

@Suite @MainActor struct SharedApplicationTests {
  /// Apps override the property, which only a class property allows.
  private final class OwnApplication: UIApplication {
    override class var shared: UIApplication { super.shared }
  }

  @Test func `the application is the same one, whichever class it is asked for by`() {
    #expect(OwnApplication.shared === UIApplication.shared)
  }
}
