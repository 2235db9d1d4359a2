// SPDX-License-Identifier: Apache-2.0
import AppAttest

/// Receipts from anywhere: fields that are read are written as the same ones, and no signer is trusted by chance.
package enum AppReceiptsTarget: FuzzTarget {
  package static let name = "AppReceipts"

  package static func run(_ bytes: [UInt8]) {
    if let receipt = try? AppReceipt(contents: bytes) {
      let again = try? AppReceipt(contents: receipt.contents)
      precondition(again == receipt, "fields change when they are written")
      _ = (receipt.kind, receipt.created, receipt.notBefore, receipt.expires, receipt.risk)
    }
    let trusted = try? AppReceipt(bytes, anchors: [], at: 1_776_800_000)
    precondition(trusted == nil, "anybody signs receipts")
  }
}
