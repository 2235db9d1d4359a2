// SPDX-License-Identifier: Apache-2.0
import AppCommands
import Testing

struct ImportedModulesTests {
  @Test(arguments: [
    "import SwiftUI", "import Foundation\n  @preconcurrency import WidgetKit",
    "@_exported public import struct UIKit.UIColor",
    "import Foundation; import CoreLocationUI", "import os.log",
  ]) func `A package that imports what belongs to windows is given it`(_ source: String) {
    #expect(ImportedModules.needWindows(source))
  }

  @Test(arguments: [
    "import Foundation", "// import SwiftUI", "let text = \"import SwiftUI\"", "import UIKitten",
    "#if canImport(SwiftUI)",
  ]) func `Any other package is not`(_ source: String) { #expect(!ImportedModules.needWindows(source)) }

  @Test(arguments: [
    "#if os(iOS)", "let a = 1\n  #if os(macOS) || os(iOS)", "#if DEBUG\n#elseif !os(iOS) // else", "#if(os(iOS))",
  ]) func `A package with parts for iOS alone is told apart`(_ source: String) {
    #expect(ImportedModules.askForIOS(source))
  }

  @Test(arguments: [
    "#if os(Linux)", "// #if os(iOS)", "#if canImport(UIKit) // os(iOS)", "#if macos(iOS)", "let text = \"os(iOS)\"",
    "#if os(",
  ]) func `One without them is not`(_ source: String) { #expect(!ImportedModules.askForIOS(source)) }
}
