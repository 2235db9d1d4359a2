// SPDX-License-Identifier: Apache-2.0
import Advice
import Base64Coding
import JSONCoding
import KeychainCommands
import KeychainModel
import KeychainObjects
import TerminalConsole

/// Carries out `security item` (`SecurityTool/sharedTool/keychain_find.m`).
struct SecurityItemTool {
  let console: Console
  let keychain: any KeychainService

  func perform(_ request: SecurityItemRequest) throws(CommandFailure) {
    do throws(KeychainStatus) {
      switch request.operation {
      case .find: try find(request)
      case .add(let data): try add(request.query, data)
      case .update(let attributes, let data, let defect):
        let changes = ItemChanges(attributes, data: data.map { SecretData(copying: $0.span) }, defect: defect)
        try keychain.update(request.query, with: changes)
      case .delete: try keychain.delete(request.query)
      }
    } catch {
      throw .keychain(error)
    }
  }

  private func add(_ query: ItemQuery, _ data: [UInt8]?) throws(KeychainStatus) {
    let addition = ItemAddition(
      query.itemClass, query.attributes, data: data.map { SecretData(copying: $0.span) }, options: query.options)
    _ = try keychain.add(addition)
  }

  private func find(_ request: SecurityItemRequest) throws(KeychainStatus) {
    let found = try keychain.find(request.query)
    if request.isJSON { return console.print(.array(found.map { json($0) })) }
    for (index, item) in found.enumerated() {
      if index > 0 { console.print("====") }
      for field in fields(item) { console.print("\(pad(field.name)): \(text(field.value))") }
    }
  }

  // MARK: - Fields

  private enum Field {
    case attribute(AttributeValue)
    case bytes([UInt8])
    case reference([UInt8])
  }

  private func fields(_ item: ItemResult) -> [(name: String, value: Field)] {
    var fields = (item.attributes ?? [:]).map { (name: $0.key.rawValue, value: Field.attribute($0.value)) }
    fields.append((name: "class", value: .attribute(.string(item.itemClass.rawValue))))
    if let data = item.data { fields.append((name: "v_Data", value: .bytes(bytes(data)))) }
    if let reference = item.persistentReference {
      fields.append((name: "v_PersistentRef", value: .reference(reference.bytes)))
    }
    return fields.sorted { $0.name < $1.name }
  }

  private func json(_ item: ItemResult) -> JSONValue {
    .object(
      fields(item).map { field in
        switch field.value {
        case .attribute(.number(let number)): JSONValue.Member(field.name, .number(Int(number)))
        case .attribute(.data(let bytes)), .bytes(let bytes), .reference(let bytes):
          JSONValue.Member(field.name, .string(Base64.encode(bytes)))
        default: JSONValue.Member(field.name, .string(text(field.value)))
        }
      })
  }

  private func text(_ field: Field) -> String {
    switch field {
    case .attribute(.string(let text)): Printable.oneLine(text)
    case .attribute(.number(let number)): String(number)
    case .attribute(.boolean(let flag)): flag ? "1" : "0"
    case .attribute(.date(let seconds)): DateText.text(secondsSinceReferenceDate: seconds)
    case .attribute(.accessControl(let control)): accessControl(control)
    case .attribute(.data(let bytes)), .bytes(let bytes): binary(bytes)
    case .reference(let bytes): Base64.encode(bytes)
    }
  }

  private func binary(_ bytes: [UInt8]) -> String {
    let digits = Printable.hexadecimal(bytes).uppercased()
    guard let text = Printable.text(bytes) else { return "<not printable> \(digits)" }
    return "/\(Printable.oneLine(text))/ \(digits)"
  }

  /// Protection, then what each operation asks for.
  private func accessControl(_ control: AccessControl) -> String {
    let constraints = AccessControlText.constraints(control)
    let protection = control.protection.rawValue
    return constraints.isEmpty ? protection : "\(protection);od(\(constraints.joined(separator: ",")))"
  }

  private func pad(_ name: String) -> String { name + String(repeating: " ", count: max(0, 10 - name.count)) }

  private func bytes(_ data: SecretData) -> [UInt8] { data.withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}
