// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Colours, gradients and shapes, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: color-system
@MainActor func probe144() -> some View { Color(.systemBackground) }

// probe: color-ui
@MainActor func probe145() -> some View { Color(uiColor: .label) }

// probe: color-rgb
@MainActor func probe146() -> some View { Color(red: 0.1, green: 0.2, blue: 0.3, opacity: 0.5) }

// probe: color-hsb
@MainActor func probe147() -> some View { Color(hue: 0.1, saturation: 0.2, brightness: 0.3) }

// probe: color-white
@MainActor func probe148() -> some View { Color(white: 0.5) }

// probe: color-srgb
@MainActor func probe149() -> some View { Color(.displayP3, red: 1, green: 0, blue: 0, opacity: 1) }

// probe: color-names
@MainActor func probe150() -> some View { VStack { Color.primary; Color.secondary; Color.accentColor; Color.mint; Color.indigo; Color.teal; Color.cyan; Color.brown } }

// probe: color-asset
@MainActor func probe151() -> some View { Color("brand", bundle: .main) }

// probe: color-opacity
@MainActor func probe152() -> some View { Color.red.opacity(0.5) }

// probe: color-gradient
@MainActor func probe153() -> some View { Rectangle().fill(Color.red.gradient) }

// probe: color-mix
@MainActor func probe154() -> some View { Color.red.mix(with: .blue, by: 0.5) }

// probe: color-resolve
struct ProbeResolve: View { @Environment(\.self) var environment; var body: some View { Text("\(Color.red.resolve(in: environment).red)") } }
@MainActor func probe155() -> some View { ProbeResolve() }

// probe: gradient-linear
@MainActor func probe156() -> some View { LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom) }

// probe: gradient-stops
@MainActor func probe157() -> some View { LinearGradient(stops: [.init(color: .red, location: 0), .init(color: .blue, location: 1)], startPoint: .leading, endPoint: .trailing) }

// probe: gradient-radial
@MainActor func probe158() -> some View { RadialGradient(colors: [.red, .blue], center: .center, startRadius: 0, endRadius: 50) }

// probe: gradient-angular
@MainActor func probe159() -> some View { AngularGradient(colors: [.red, .blue], center: .center, angle: .degrees(90)) }

// probe: gradient-elliptical
@MainActor func probe160() -> some View { EllipticalGradient(colors: [.red, .blue]) }

// probe: gradient-static
@MainActor func probe161() -> some View { Rectangle().fill(.linearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)) }

// probe: gradient-mesh
@MainActor func probe162() -> some View { MeshGradient(width: 2, height: 2, points: [[0, 0], [1, 0], [0, 1], [1, 1]], colors: [.red, .blue, .green, .white]) }

// probe: material
@MainActor func probe163() -> some View { Text("a").background(.ultraThinMaterial) }

// probe: shape-fill
@MainActor func probe164() -> some View { Circle().fill(.red).frame(width: 10, height: 10) }

// probe: shape-stroke
@MainActor func probe165() -> some View { Circle().stroke(.red, style: StrokeStyle(lineWidth: 3, lineCap: .round, dash: [2])) }

// probe: shape-stroke-border
@MainActor func probe166() -> some View { RoundedRectangle(cornerRadius: 8, style: .continuous).strokeBorder(.red, lineWidth: 2) }

// probe: shape-trim
@MainActor func probe167() -> some View { Circle().trim(from: 0, to: 0.7).stroke(.red, lineWidth: 3).rotationEffect(.degrees(-90)) }

// probe: shape-capsule
@MainActor func probe168() -> some View { Capsule().fill(.tint) }

// probe: shape-uneven
@MainActor func probe169() -> some View { UnevenRoundedRectangle(topLeadingRadius: 4, bottomTrailingRadius: 8) }

// probe: shape-container
@MainActor func probe170() -> some View { ContainerRelativeShape().inset(by: 4).fill(.red) }

// probe: shape-path
@MainActor func probe171() -> some View { Path { path in path.move(to: .zero); path.addLine(to: CGPoint(x: 1, y: 1)); path.addQuadCurve(to: .zero, control: .zero); path.closeSubpath() } }

// probe: shape-arc
@MainActor func probe172() -> some View { Path { $0.addArc(center: .zero, radius: 4, startAngle: .zero, endAngle: .degrees(90), clockwise: true) } }

// probe: shape-custom
@MainActor func probe173() -> some View { ProbeShape().fill(.red) }

// probe: shape-fill-stroke
@MainActor func probe174() -> some View { Circle().fill(.red).stroke(.blue, lineWidth: 2) }

// probe: shape-ellipse
@MainActor func probe175() -> some View { Ellipse().offset(x: 1, y: 2).fill(.red) }

// probe: shape-scale
@MainActor func probe176() -> some View { Rectangle().scale(0.5).rotation(.degrees(4)).fill(.red) }

// probe: canvas
@MainActor func probe177() -> some View { Canvas { context, size in context.fill(Path(CGRect(origin: .zero, size: size)), with: .color(.red)) } }

// probe: canvas-text
@MainActor func probe178() -> some View { Canvas { context, size in context.draw(Text("a"), at: .zero); context.opacity = 0.5; context.stroke(Path(), with: .color(.red), lineWidth: 2) } }
