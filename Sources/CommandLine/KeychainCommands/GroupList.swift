// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import BrokerClient
import BrokerMessages
import CommandLineParsing
import InstanceAccess
import JSONCoding
import TerminalConsole

/// The access groups of this program and of every registered one.
struct GroupList {
  private let access: AppAccess
  private let apps: [RegisteredApp]

  init(_ client: BrokerClient) throws(CommandFailure) {
    do throws(BrokerClientError) {
      access = try client.access()
      apps = try client.registrations()
    } catch {
      throw .broker(error)
    }
  }

  func print(_ form: OutputForm, on console: Console) {
    switch form {
    case .json:
      console.print(
        .members(["groups": .array(access.groups.map { .string($0) }), "apps": .array(RegisteredAppList(apps).json)]))
    case .text:
      console.print("bailey")
      for group in access.groups { console.print("  \(Printable.oneLine(group))") }
      for app in apps {
        console.print(Printable.oneLine(String(decoding: app.path, as: UTF8.self)) + RegisteredAppList.remark(on: app))
        for group in app.groups { console.print("  \(Printable.oneLine(group))") }
      }
    }
  }
}
