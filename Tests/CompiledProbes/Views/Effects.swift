// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Effects, motion and redaction, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: shadow
@MainActor func probe196() -> some View { Text("a").shadow(color: .black, radius: 2, x: 1, y: 1).shadow(radius: 3) }

// probe: shadow-style
@MainActor func probe197() -> some View { Circle().fill(.red.shadow(.drop(radius: 2))) }

// probe: blur
@MainActor func probe198() -> some View { Text("a").blur(radius: 2) }

// probe: blend
@MainActor func probe199() -> some View { Text("a").blendMode(.multiply) }

// probe: saturation
@MainActor func probe200() -> some View { Text("a").saturation(0.5).brightness(0.1).contrast(1.2).grayscale(0.3) }

// probe: colour-multiply
@MainActor func probe201() -> some View { Text("a").colorMultiply(.red).colorInvert() }

// probe: luminance
@MainActor func probe202() -> some View { Text("a").luminanceToAlpha() }

// probe: hue
@MainActor func probe203() -> some View { Text("a").hueRotation(.degrees(30)) }

// probe: opacity-hidden
@MainActor func probe204() -> some View { Text("a").opacity(0.5).hidden() }

// probe: rotation
@MainActor func probe205() -> some View { Text("a").rotationEffect(.degrees(10), anchor: .center).scaleEffect(x: 1, y: 2).scaleEffect(0.5) }

// probe: rotation-3d
@MainActor func probe206() -> some View { Text("a").rotation3DEffect(.degrees(10), axis: (x: 1, y: 0, z: 0)) }

// probe: transform
@MainActor func probe207() -> some View { Text("a").transformEffect(CGAffineTransform(scaleX: 2, y: 2)) }

// probe: drawing-group
@MainActor func probe208() -> some View { Text("a").drawingGroup().compositingGroup() }

// probe: foreground
@MainActor func probe209() -> some View { Text("a").foregroundColor(.red).foregroundStyle(.primary).foregroundStyle(.red, .blue) }

// probe: tint
@MainActor func probe210() -> some View { Text("a").tint(.red).accentColor(.red) }

// probe: animation
@MainActor func probe211() -> some View { Text("a").animation(.easeInOut, value: 1).transition(.opacity) }

// probe: animation-spring
@MainActor func probe212() -> some View { Text("a").animation(.spring(duration: 0.3, bounce: 0.2), value: 1) }

// probe: transition-push
@MainActor func probe213() -> some View { Text("a").transition(.push(from: .bottom)).id(1) }

// probe: matched
struct ProbeMatched: View { @Namespace var space; var body: some View { Text("a").matchedGeometryEffect(id: 1, in: space) } }
@MainActor func probe214() -> some View { ProbeMatched() }

// probe: redacted
@MainActor func probe215() -> some View { Text("a").redacted(reason: .placeholder).unredacted().privacySensitive() }

// probe: invalidatable
@MainActor func probe216() -> some View { Text("a").invalidatableContent() }
