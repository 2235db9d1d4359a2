// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// What widgets of others are written with, one thing a line: Scripts/probes counts those that compile. None of them runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

struct ProbeItem: Identifiable { let id: Int }
struct ProbeEquatable: View, Equatable { var body: some View { Text("a") } }
struct ProbeIntent: AppIntent {
  static let title: LocalizedStringResource = "a"
  func perform() async throws -> some IntentResult { .result() }
}
struct ProbeSetIntent: SetValueIntent {
  static let title: LocalizedStringResource = "a"
  @Parameter(title: "a") var value: Bool
  func perform() async throws -> some IntentResult { .result() }
}
class ProbeModel: ObservableObject { @Published var count = 0 }
@Observable class ProbeObservableModel { var count = 0 }
struct ProbeShape: Shape { func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) } }
struct ProbeModifier: ViewModifier { func body(content: Content) -> some View { content.padding() } }
struct ProbeKey: PreferenceKey {
  static let defaultValue = 0
  static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}

// probe: text-literal
@MainActor func probe1() -> some View { Text("Balance") }

// probe: text-verbatim
@MainActor func probe2() -> some View { Text(verbatim: "a") }

// probe: text-interpolation
@MainActor func probe3() -> some View { Text("\(3) items") }

// probe: text-markdown
@MainActor func probe4() -> some View { Text("**bold** and *italic*") }

// probe: text-date-style
@MainActor func probe5() -> some View { Text(Date.now, style: .relative) }

// probe: text-date-timer
@MainActor func probe6() -> some View { Text(Date.now, style: .timer) }

// probe: text-date-range
@MainActor func probe7() -> some View { Text(Date.now...Date.now.addingTimeInterval(60)) }

// probe: text-timer-interval
@MainActor func probe8() -> some View { Text(timerInterval: Date.now...Date.now.addingTimeInterval(60), countsDown: true) }

// probe: text-format-currency
@MainActor func probe9() -> some View { Text(12.5, format: .currency(code: "EUR")) }

// probe: text-format-percent
@MainActor func probe10() -> some View { Text(0.5, format: .percent) }

// probe: text-format-date
@MainActor func probe11() -> some View { Text(Date.now, format: .dateTime.hour().minute()) }

// probe: text-formatter
@MainActor func probe12() -> some View { Text(NSNumber(value: 3), formatter: NumberFormatter()) }

// probe: text-attributed
@MainActor func probe13() -> some View { Text(AttributedString("a")) }

// probe: text-plus
@MainActor func probe14() -> some View { Text("a") + Text("b").bold() }

// probe: text-key
@MainActor func probe15() -> some View { Text(LocalizedStringKey("a"), tableName: "Other", bundle: .main, comment: "c") }

// probe: text-resource
@MainActor func probe16() -> some View { Text(LocalizedStringResource("a")) }

// probe: text-bold
@MainActor func probe17() -> some View { Text("a").bold().italic().underline().strikethrough() }

// probe: text-underline-colour
@MainActor func probe18() -> some View { Text("a").underline(true, color: .red) }

// probe: text-kerning
@MainActor func probe19() -> some View { Text("a").kerning(1).tracking(1).baselineOffset(2) }

// probe: text-weight
@MainActor func probe20() -> some View { Text("a").fontWeight(.semibold).fontDesign(.rounded).fontWidth(.condensed) }

// probe: text-monospaced
@MainActor func probe21() -> some View { Text("a").monospaced().monospacedDigit() }

// probe: text-line-limit
@MainActor func probe22() -> some View { Text("a").lineLimit(2).lineSpacing(3).multilineTextAlignment(.center) }

// probe: text-line-limit-range
@MainActor func probe23() -> some View { Text("a").lineLimit(1...3) }

// probe: text-line-limit-reserve
@MainActor func probe24() -> some View { Text("a").lineLimit(2, reservesSpace: true) }

// probe: text-truncation
@MainActor func probe25() -> some View { Text("a").truncationMode(.middle).allowsTightening(true) }

// probe: text-minimum-scale
@MainActor func probe26() -> some View { Text("a").minimumScaleFactor(0.5) }

// probe: text-case
@MainActor func probe27() -> some View { Text("a").textCase(.uppercase) }

// probe: text-selection
@MainActor func probe28() -> some View { Text("a").textSelection(.disabled) }

// probe: text-content-transition
@MainActor func probe29() -> some View { Text("a").contentTransition(.numericText()) }

// probe: text-type-size
@MainActor func probe30() -> some View { Text("a").dynamicTypeSize(...DynamicTypeSize.xLarge) }

// probe: font-system
@MainActor func probe31() -> some View { Text("a").font(.system(size: 12, weight: .bold, design: .rounded)) }

// probe: font-styles
@MainActor func probe32() -> some View { Text("a").font(.largeTitle.weight(.heavy).italic().monospacedDigit()) }

// probe: font-style-design
@MainActor func probe33() -> some View { Text("a").font(.system(.title2, design: .serif, weight: .bold)) }

// probe: font-custom
@MainActor func probe34() -> some View { Text("a").font(.custom("Avenir", size: 20)) }

// probe: font-custom-relative
@MainActor func probe35() -> some View { Text("a").font(.custom("Avenir", size: 20, relativeTo: .title)) }

// probe: font-custom-fixed
@MainActor func probe36() -> some View { Text("a").font(.custom("Avenir", fixedSize: 20)) }

// probe: font-leading
@MainActor func probe37() -> some View { Text("a").font(.body.leading(.tight).smallCaps()) }

// probe: font-width
@MainActor func probe38() -> some View { Text("a").font(.title.width(.expanded)) }

// probe: label-symbol
@MainActor func probe39() -> some View { Label("Rain", systemImage: "cloud.rain") }

// probe: label-image
@MainActor func probe40() -> some View { Label("Rain", image: "rain") }

// probe: label-builder
@MainActor func probe41() -> some View { Label { Text("a") } icon: { Image(systemName: "star") } }

// probe: label-style
@MainActor func probe42() -> some View { Label("a", systemImage: "star").labelStyle(.iconOnly) }

// probe: label-title-icon
@MainActor func probe43() -> some View { Label("a", systemImage: "star").labelStyle(.titleAndIcon) }

// probe: image-symbol
@MainActor func probe44() -> some View { Image(systemName: "star.fill").imageScale(.large) }

// probe: image-variable
@MainActor func probe45() -> some View { Image(systemName: "wifi", variableValue: 0.5) }

// probe: image-name
@MainActor func probe46() -> some View { Image("photo").resizable().scaledToFit() }

// probe: image-decorative
@MainActor func probe47() -> some View { Image(decorative: "photo") }

// probe: image-label
@MainActor func probe48() -> some View { Image("photo", label: Text("a")) }

// probe: image-bundle
@MainActor func probe49() -> some View { Image("photo", bundle: .main) }

// probe: image-uiimage
@MainActor func probe50() -> some View { Image(uiImage: UIImage()) }

// probe: image-aspect
@MainActor func probe51() -> some View { Image("photo").resizable().aspectRatio(contentMode: .fill) }

// probe: image-rendering
@MainActor func probe52() -> some View { Image("photo").renderingMode(.template).interpolation(.high).antialiased(true) }

// probe: image-symbol-mode
@MainActor func probe53() -> some View { Image(systemName: "star").symbolRenderingMode(.hierarchical) }

// probe: image-palette
@MainActor func probe54() -> some View { Image(systemName: "star").symbolRenderingMode(.palette).foregroundStyle(.red, .blue) }

// probe: image-variant
@MainActor func probe55() -> some View { Image(systemName: "star").symbolVariant(.fill) }

// probe: image-effect
@MainActor func probe56() -> some View { Image(systemName: "star").symbolEffect(.pulse) }

// probe: image-resize-capinsets
@MainActor func probe57() -> some View { Image("a").resizable(capInsets: EdgeInsets(), resizingMode: .tile) }

// probe: image-accented
@MainActor func probe58() -> some View { Image("a").widgetAccentedRenderingMode(.accented) }

// probe: stack-v
@MainActor func probe59() -> some View { VStack(alignment: .leading, spacing: 4) { Text("a"); Text("b") } }

// probe: stack-h
@MainActor func probe60() -> some View { HStack(alignment: .firstTextBaseline) { Text("a"); Spacer(); Text("b") } }

// probe: stack-z
@MainActor func probe61() -> some View { ZStack(alignment: .bottomTrailing) { Color.red; Text("b") } }

// probe: stack-lazy
@MainActor func probe62() -> some View { LazyVStack { ForEach(0..<3) { Text("\($0)") } } }

// probe: stack-lazy-h
@MainActor func probe63() -> some View { LazyHStack { ForEach(0..<3) { Text("\($0)") } } }

// probe: stack-pinned
@MainActor func probe64() -> some View { LazyVStack(pinnedViews: .sectionHeaders) { Text("a") } }

// probe: stack-any-layout
@MainActor func probe65() -> some View { AnyLayout(HStackLayout(spacing: 2)) { Text("a") } }

// probe: spacer-min
@MainActor func probe66() -> some View { HStack { Spacer(minLength: 0); Text("a") } }

// probe: divider
@MainActor func probe67() -> some View { VStack { Text("a"); Divider(); Text("b") } }

// probe: group
@MainActor func probe68() -> some View { Group { Text("a"); Text("b") }.font(.caption) }

// probe: section
@MainActor func probe69() -> some View { Section("Title") { Text("a") } }

// probe: group-box
@MainActor func probe70() -> some View { GroupBox("Title") { Text("a") } }

// probe: group-box-label
@MainActor func probe71() -> some View { GroupBox { Text("a") } label: { Label("a", systemImage: "star") } }

// probe: foreach-range
@MainActor func probe72() -> some View { ForEach(0..<3) { index in Text("\(index)") } }

// probe: foreach-id
@MainActor func probe73() -> some View { ForEach(["a", "b"], id: \.self) { Text($0) } }

// probe: foreach-enumerated
@MainActor func probe74() -> some View { ForEach(Array(["a"].enumerated()), id: \.offset) { index, text in Text(text) } }

// probe: foreach-identifiable
@MainActor func probe75() -> some View { ForEach([ProbeItem(id: 1)]) { item in Text("\(item.id)") } }

// probe: grid
@MainActor func probe76() -> some View { Grid { GridRow { Text("a"); Text("b") } } }

// probe: grid-columns
@MainActor func probe77() -> some View { Grid { GridRow { Text("a").gridCellColumns(2) } } }

// probe: grid-alignment
@MainActor func probe78() -> some View { Grid { GridRow { Text("a").gridColumnAlignment(.leading) } } }

// probe: grid-unsized
@MainActor func probe79() -> some View { Grid { GridRow { Divider().gridCellUnsizedAxes(.horizontal) } } }

// probe: grid-lazy
@MainActor func probe80() -> some View { LazyVGrid(columns: [GridItem(.flexible()), GridItem(.adaptive(minimum: 20))]) { Text("a") } }

// probe: grid-lazy-h
@MainActor func probe81() -> some View { LazyHGrid(rows: [GridItem(.fixed(20))]) { Text("a") } }

// probe: view-that-fits
@MainActor func probe82() -> some View { ViewThatFits { Text("long"); Text("s") } }

// probe: view-that-fits-axis
@MainActor func probe83() -> some View { ViewThatFits(in: .horizontal) { Text("long"); Text("s") } }

// probe: geometry
@MainActor func probe84() -> some View { GeometryReader { proxy in Text("\(proxy.size.width)") } }

// probe: geometry-frame
@MainActor func probe85() -> some View { GeometryReader { proxy in Text("\(proxy.frame(in: .local).midX) \(proxy.safeAreaInsets.top)") } }

// probe: geometry-named
@MainActor func probe86() -> some View { GeometryReader { proxy in Text("\(proxy.frame(in: .named("a")).minY)") }.coordinateSpace(name: "a") }

// probe: timeline-view
@MainActor func probe87() -> some View { TimelineView(.everyMinute) { context in Text(context.date, style: .time) } }

// probe: timeline-periodic
@MainActor func probe88() -> some View { TimelineView(.periodic(from: .now, by: 60)) { context in Text("\(context.cadence == .live)") } }

// probe: any-view
@MainActor func probe89() -> some View { AnyView(Text("a")) }

// probe: empty-view
@MainActor func probe90() -> some View { EmptyView() }

// probe: equatable
@MainActor func probe91() -> some View { ProbeEquatable().equatable() }

// probe: scroll
@MainActor func probe92() -> some View { ScrollView { Text("a") } }

// probe: scroll-horizontal
@MainActor func probe93() -> some View { ScrollView(.horizontal, showsIndicators: false) { Text("a") } }

// probe: list
@MainActor func probe94() -> some View { List { Text("a") } }

// probe: list-data
@MainActor func probe95() -> some View { List([ProbeItem(id: 1)]) { Text("\($0.id)") } }

// probe: form
@MainActor func probe96() -> some View { Form { Text("a") } }

// probe: navigation-stack
@MainActor func probe97() -> some View { NavigationStack { Text("a").navigationTitle("b") } }

// probe: navigation-link
@MainActor func probe98() -> some View { NavigationLink("a") { Text("b") } }

// probe: tab-view
@MainActor func probe99() -> some View { TabView { Text("a").tabItem { Text("b") } } }

// probe: disclosure
@MainActor func probe100() -> some View { DisclosureGroup("a") { Text("b") } }

// probe: labeled-content
@MainActor func probe101() -> some View { LabeledContent("a", value: "b") }

// probe: labeled-content-builder
@MainActor func probe102() -> some View { LabeledContent { Text("a") } label: { Text("b") } }

// probe: content-unavailable
@MainActor func probe103() -> some View { ContentUnavailableView("a", systemImage: "star", description: Text("b")) }

// probe: control-group
@MainActor func probe104() -> some View { ControlGroup { Text("a") } }

// probe: menu
@MainActor func probe105() -> some View { Menu("a") { Text("b") } }

// probe: gauge
@MainActor func probe106() -> some View { Gauge(value: 0.5) { Text("a") } }

// probe: gauge-labels
@MainActor func probe107() -> some View { Gauge(value: 3, in: 0...10) { Text("a") } currentValueLabel: { Text("3") } minimumValueLabel: { Text("0") } maximumValueLabel: { Text("10") } }

// probe: gauge-style
@MainActor func probe108() -> some View { Gauge(value: 0.5) { Text("a") }.gaugeStyle(.accessoryCircularCapacity).tint(.red) }

// probe: gauge-gradient
@MainActor func probe109() -> some View { Gauge(value: 0.5) { Text("a") }.gaugeStyle(.accessoryCircular).tint(Gradient(colors: [.red, .blue])) }

// probe: progress
@MainActor func probe110() -> some View { ProgressView(value: 0.5) }

// probe: progress-label
@MainActor func probe111() -> some View { ProgressView("a", value: 3, total: 10) }

// probe: progress-interval
@MainActor func probe112() -> some View { ProgressView(timerInterval: Date.now...Date.now.addingTimeInterval(60), countsDown: true) }

// probe: progress-style
@MainActor func probe113() -> some View { ProgressView(value: 0.5).progressViewStyle(.circular).tint(.red) }

// probe: progress-spinner
@MainActor func probe114() -> some View { ProgressView() }

// probe: link
@MainActor func probe115() -> some View { Link("a", destination: URL(string: "https://example.org")!) }

// probe: link-builder
@MainActor func probe116() -> some View { Link(destination: URL(string: "https://example.org")!) { Text("a") } }

// probe: button-intent
@MainActor func probe117() -> some View { Button(intent: ProbeIntent()) { Text("a") } }

// probe: button-action
@MainActor func probe118() -> some View { Button("a") { } }

// probe: button-style
@MainActor func probe119() -> some View { Button(intent: ProbeIntent()) { Text("a") }.buttonStyle(.plain) }

// probe: button-bordered
@MainActor func probe120() -> some View { Button(intent: ProbeIntent()) { Text("a") }.buttonStyle(.borderedProminent).controlSize(.small).buttonBorderShape(.capsule) }

// probe: button-role
@MainActor func probe121() -> some View { Button(role: .destructive, intent: ProbeIntent()) { Text("a") } }

// probe: toggle-intent
@MainActor func probe122() -> some View { Toggle("a", isOn: true, intent: ProbeSetIntent()) }

// probe: toggle-button
@MainActor func probe123() -> some View { Toggle(isOn: true, intent: ProbeSetIntent()) { Text("a") }.toggleStyle(.button) }

// probe: share-link
@MainActor func probe124() -> some View { ShareLink(item: "a") }

// probe: date-picker
@MainActor func probe125() -> some View { DatePicker("a", selection: .constant(.now)) }

// probe: slider
@MainActor func probe126() -> some View { Slider(value: .constant(0.5)) }

// probe: stepper
@MainActor func probe127() -> some View { Stepper("a", value: .constant(1)) }

// probe: picker
@MainActor func probe128() -> some View { Picker("a", selection: .constant(1)) { Text("b").tag(1) } }

// probe: text-field
@MainActor func probe129() -> some View { TextField("a", text: .constant("")) }

// probe: state
struct ProbeState: View { @State private var isOn = false; var body: some View { Text(isOn ? "a" : "b") } }
@MainActor func probe130() -> some View { ProbeState() }

// probe: binding
struct ProbeBinding: View { @Binding var isOn: Bool; var body: some View { Text(isOn ? "a" : "b") } }
@MainActor func probe131() -> some View { ProbeBinding(isOn: .constant(true)) }

// probe: state-object
struct ProbeStateObject: View { @StateObject private var model = ProbeModel(); var body: some View { Text("\(model.count)") } }
@MainActor func probe132() -> some View { ProbeStateObject() }

// probe: observed
struct ProbeObserved: View { @ObservedObject var model: ProbeModel; var body: some View { Text("\(model.count)") } }
@MainActor func probe133() -> some View { ProbeObserved(model: ProbeModel()) }

// probe: observable
struct ProbeObservable: View { let model: ProbeObservableModel; var body: some View { Text("\(model.count)") } }
@MainActor func probe134() -> some View { ProbeObservable(model: ProbeObservableModel()) }

// probe: bindable
struct ProbeBindable: View { @Bindable var model: ProbeObservableModel; var body: some View { Text("\(model.count)") } }
@MainActor func probe135() -> some View { ProbeBindable(model: ProbeObservableModel()) }

// probe: app-storage
struct ProbeAppStorage: View { @AppStorage("a") private var count = 0; var body: some View { Text("\(count)") } }
@MainActor func probe136() -> some View { ProbeAppStorage() }

// probe: scaled-metric
struct ProbeScaledMetric: View { @ScaledMetric(relativeTo: .title) private var size = 20.0; var body: some View { Text("a").font(.system(size: size)) } }
@MainActor func probe137() -> some View { ProbeScaledMetric() }

// probe: environment-object
struct ProbeEnvironmentObject: View { @EnvironmentObject var model: ProbeModel; var body: some View { Text("\(model.count)") } }
@MainActor func probe138() -> some View { ProbeEnvironmentObject().environmentObject(ProbeModel()) }

// probe: environment-keys
struct ProbeEnvironment: View { @Environment(\.widgetFamily) var family; @Environment(\.colorScheme) var scheme; @Environment(\.widgetRenderingMode) var mode; @Environment(\.showsWidgetContainerBackground) var shows; @Environment(\.dynamicTypeSize) var size; @Environment(\.redactionReasons) var reasons; @Environment(\.isLuminanceReduced) var dim; @Environment(\.displayScale) var scale; @Environment(\.calendar) var calendar; @Environment(\.widgetContentMargins) var margins; var body: some View { Text("a") } }
@MainActor func probe139() -> some View { ProbeEnvironment() }

// probe: environment-set
@MainActor func probe140() -> some View { Text("a").environment(\.colorScheme, .dark).environment(\.locale, Locale(identifier: "de")) }

// probe: environment-observable
@MainActor func probe141() -> some View { Text("a").environment(ProbeObservableModel()) }

// probe: focus
struct ProbeFocus: View { @FocusState var isFocused: Bool; var body: some View { Text("a").focused($isFocused) } }
@MainActor func probe142() -> some View { ProbeFocus() }

// probe: namespace
struct ProbeNamespace: View { @Namespace var space; var body: some View { Text("a") } }
@MainActor func probe143() -> some View { ProbeNamespace() }

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

// probe: frame
@MainActor func probe179() -> some View { Text("a").frame(minWidth: 0, maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading) }

// probe: padding
@MainActor func probe180() -> some View { Text("a").padding().padding(.horizontal, 4).padding([.top, .leading]).padding(EdgeInsets(top: 1, leading: 1, bottom: 1, trailing: 1)) }

// probe: offset-position
@MainActor func probe181() -> some View { Text("a").offset(x: 1).position(x: 5, y: 5) }

// probe: layout-priority
@MainActor func probe182() -> some View { Text("a").layoutPriority(1).fixedSize().fixedSize(horizontal: true, vertical: false) }

// probe: alignment-guide
@MainActor func probe183() -> some View { Text("a").alignmentGuide(.leading) { d in d[.trailing] } }

// probe: z-index
@MainActor func probe184() -> some View { Text("a").zIndex(1) }

// probe: safe-area
@MainActor func probe185() -> some View { Color.red.ignoresSafeArea() }

// probe: safe-area-inset
@MainActor func probe186() -> some View { Text("a").safeAreaInset(edge: .bottom) { Text("b") } }

// probe: content-margins
@MainActor func probe187() -> some View { Text("a").contentMargins(4) }

// probe: background-view
@MainActor func probe188() -> some View { Text("a").background(Color.red).background { Color.blue }.background(.red, in: Capsule()) }

// probe: background-alignment
@MainActor func probe189() -> some View { Text("a").background(alignment: .leading) { Color.red } }

// probe: overlay
@MainActor func probe190() -> some View { Text("a").overlay(Color.red).overlay(alignment: .top) { Text("b") }.overlay(.white) }

// probe: mask
@MainActor func probe191() -> some View { Color.red.mask(Text("a")).mask { Circle() } }

// probe: clip
@MainActor func probe192() -> some View { Color.red.clipShape(RoundedRectangle(cornerRadius: 4)).clipped() }

// probe: clip-static
@MainActor func probe193() -> some View { Color.red.clipShape(.rect(cornerRadius: 4)).clipShape(.capsule) }

// probe: corner-radius
@MainActor func probe194() -> some View { Color.red.cornerRadius(4) }

// probe: border
@MainActor func probe195() -> some View { Text("a").border(.red, width: 2) }

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

// probe: accessibility
@MainActor func probe217() -> some View { Text("a").accessibilityLabel("b").accessibilityHidden(true).accessibilityValue("c").accessibilityHint("d") }

// probe: accessibility-element
@MainActor func probe218() -> some View { Text("a").accessibilityElement(children: .combine).accessibilityAddTraits(.isHeader) }

// probe: accessibility-identifier
@MainActor func probe219() -> some View { Text("a").accessibilityIdentifier("a").accessibilitySortPriority(1) }

// probe: widget-background
@MainActor func probe220() -> some View { Text("a").containerBackground(for: .widget) { Color.red } }

// probe: widget-url
@MainActor func probe221() -> some View { Text("a").widgetURL(URL(string: "a://b")) }

// probe: widget-accentable
@MainActor func probe222() -> some View { Text("a").widgetAccentable() }

// probe: widget-label
@MainActor func probe223() -> some View { Text("a").widgetLabel("b").widgetLabel { Text("c") } }

// probe: widget-curves
@MainActor func probe224() -> some View { Text("a").widgetCurvesContent() }

// probe: widget-accessory-background
@MainActor func probe225() -> some View { ZStack { AccessoryWidgetBackground(); Text("a") } }

// probe: appear
@MainActor func probe226() -> some View { Text("a").onAppear { } }

// probe: task
@MainActor func probe227() -> some View { Text("a").task { } }

// probe: tap
@MainActor func probe228() -> some View { Text("a").onTapGesture { } }

// probe: on-change
@MainActor func probe229() -> some View { Text("a").onChange(of: 1) { } }

// probe: on-receive
@MainActor func probe230() -> some View { Text("a").onReceive(ProbeModel().objectWillChange) { _ in } }

// probe: gesture
@MainActor func probe231() -> some View { Text("a").gesture(TapGesture()) }

// probe: disabled
@MainActor func probe232() -> some View { Text("a").disabled(true).allowsHitTesting(false).contentShape(Rectangle()) }

// probe: preference
@MainActor func probe233() -> some View { Text("a").preference(key: ProbeKey.self, value: 1).onPreferenceChange(ProbeKey.self) { _ in } }

// probe: anchor-preference
struct ProbeAnchorKey: PreferenceKey { static let defaultValue: Anchor<CGRect>? = nil; static func reduce(value: inout Anchor<CGRect>?, nextValue: () -> Anchor<CGRect>?) { value = value ?? nextValue() } }
@MainActor func probe234() -> some View { Text("a").anchorPreference(key: ProbeAnchorKey.self, value: .bounds) { $0 }.overlayPreferenceValue(ProbeAnchorKey.self) { _ in Text("b") } }

// probe: modifier
@MainActor func probe235() -> some View { Text("a").modifier(ProbeModifier()) }

// probe: modifier-empty
@MainActor func probe236() -> some View { Text("a").modifier(EmptyModifier()) }

// probe: preferred-scheme
@MainActor func probe237() -> some View { Text("a").preferredColorScheme(.dark).colorScheme(.dark) }

// probe: list-style
@MainActor func probe238() -> some View { Text("a").listStyle(.plain).listRowBackground(Color.red) }

// probe: sheet
@MainActor func probe239() -> some View { Text("a").sheet(isPresented: .constant(false)) { Text("b") } }

// probe: toolbar
@MainActor func probe240() -> some View { Text("a").toolbar { Text("b") } }

// probe: help
@MainActor func probe241() -> some View { Text("a").help("b").tag(1) }

// probe: sensory
@MainActor func probe242() -> some View { Text("a").sensoryFeedback(.success, trigger: 1) }

// probe: scene-padding
@MainActor func probe243() -> some View { Text("a").scenePadding() }

// probe: container-relative
@MainActor func probe244() -> some View { Text("a").containerRelativeFrame(.horizontal) }

// probe: layout-direction
@MainActor func probe245() -> some View { Text("a").flipsForRightToLeftLayoutDirection(true).environment(\.layoutDirection, .rightToLeft) }

// probe: phase-animator
@MainActor func probe246() -> some View { Text("a").phaseAnimator([1, 2]) { content, _ in content } }

// probe: visual-effect
@MainActor func probe247() -> some View { Text("a").visualEffect { content, proxy in content.offset(x: proxy.size.width) } }

// probe: chart-bar
@MainActor func probe248() -> some View { Chart { BarMark(x: .value("a", 1), y: .value("b", 2)) } }

// probe: chart-data
@MainActor func probe249() -> some View { Chart([ProbeItem(id: 1)]) { LineMark(x: .value("a", $0.id), y: .value("b", 2)).interpolationMethod(.catmullRom).foregroundStyle(.red) } }

// probe: chart-sector
@MainActor func probe250() -> some View { Chart { SectorMark(angle: .value("a", 3), innerRadius: .ratio(0.6), angularInset: 1).cornerRadius(3).foregroundStyle(by: .value("k", "x")) } }

// probe: chart-rectangle
@MainActor func probe251() -> some View { Chart { RectangleMark(x: .value("a", 1), y: .value("b", 2)) } }

// probe: chart-axes
@MainActor func probe252() -> some View { Chart { PointMark(x: .value("a", 1), y: .value("b", 2)) }.chartXAxis(.hidden).chartYAxis { AxisMarks(position: .leading) }.chartLegend(.hidden) }

// probe: chart-scale
@MainActor func probe253() -> some View { Chart { AreaMark(x: .value("a", 1), y: .value("b", 2)) }.chartYScale(domain: 0...10) }

// probe: chart-annotation
@MainActor func probe254() -> some View { Chart { BarMark(x: .value("a", 1), y: .value("b", 2)).annotation { Text("a") } } }
