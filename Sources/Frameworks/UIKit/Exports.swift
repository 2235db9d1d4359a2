// SPDX-License-Identifier: Apache-2.0
@_exported public import AppleFoundation
@_exported public import UIKitDrawing
