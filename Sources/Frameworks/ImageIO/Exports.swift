// SPDX-License-Identifier: Apache-2.0
@_exported public import CoreFoundation
@_exported public import class UIKitDrawing.CGImage
