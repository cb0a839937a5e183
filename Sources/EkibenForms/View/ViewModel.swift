/// What a host draws for a component: a struct of plain values, one type for each kind of component.
///
/// A view model stands for a view that is used again and again. ``Component/render(in:)`` gets it as
/// the component before left it and has to set everything, so that no trace stays (rule F18).
public protocol ViewModel: Equatable, Sendable {
  /// A view that nothing was rendered in yet.
  init()

  /// What it looks like, for hosts that draw text and know no more of it.
  var look: RowLook { get }
}
