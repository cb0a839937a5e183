package import EkibenForms
import Testing

/// A form of two pages: `a` and `b` are needed, `b` is a number of at least 18; `c`, on the second page, is
/// needed as well. Events are words: `>a` goes to a row, `>` nowhere, `a=text` types in the row that has the
/// focus, or sets it from elsewhere; of a `1x` the `b` makes a draft; `page` leaves the first page, `submit` is refused.
package struct FormStateCase: Sendable, CustomTestStringConvertible {
  package let events: String
  /// The issues that show afterwards, as `row.rule`.
  package let shown: String
  package var timing = ValidationTiming()

  package init(_ events: String, _ shown: String, _ timing: ValidationTiming = ValidationTiming()) {
    (self.events, self.shown, self.timing) = (events, shown, timing)
  }

  package var testDescription: String { "\(events) → \(shown.isEmpty ? "nothing" : shown)" }

  /// What happens unless a form asks for something else.
  package static let standard: [FormStateCase] = [
    // Nothing on open, whatever is missing.
    .init("", ""), .init(">a", ""), .init(">b", ""), .init(">c", ""), .init(">", ""),
    // A visit alone does not complain.
    .init(">a >", ""), .init(">a >b", ""), .init(">a >b >c >", ""), .init(">b >a >b >a >", ""),
    // Not while typing for the first time.
    .init(">b b=1", ""), .init(">b b=17", ""), .init(">b b=1 b=17", ""), .init(">a a=x a=", ""),
    // On leaving.
    .init(">b b=17 >", "b.least"), .init(">b b=17 >a", "b.least"), .init(">b b=17 >c", "b.least"),
    .init(">b b=18 >", ""), .init(">a a=x >", ""), .init(">a a=x a= >", "a.required"),
    .init(">a a=x a= >b", "a.required"), .init(">b b=17 b= >", "b.required"),
    .init(">a a=x >b b=17 >", "b.least"), .init(">a a=x a= >b b=17 >", "a.required b.least"),
    // What is typed and no answer, too.
    .init(">b b=1x", ""), .init(">b b=1x >", "b.draft"), .init(">b b=1x b=18 >", ""),
    .init(">b b=17 b=1x >", "b.draft b.least"), .init(">b b=1x > >b b=18", ""),
    .init(">b b=1x submit", "a.required b.draft c.required"),
    // On change once it has shown.
    .init(">b b=17 > >b", "b.least"), .init(">b b=17 > >b b=1", "b.least"),
    .init(">b b=17 > >b b=18", ""), .init(">b b=17 > >b b=18 b=1", "b.least"),
    .init(">b b=17 > >b b=18 >", ""), .init(">b b=17 > >b b=18 > >b b=2", "b.least"),
    // That it is missing does not show in the row that is typed in, and does when it is left.
    .init(">b b=17 > >b b=", ""), .init(">b b=17 > >b b= >", "b.required"),
    .init(">a a=x a= > >a", ""), .init(">a a=x a= > >a a=y", ""),
    .init(">a a=x a= > >a a=y >", ""), .init(">a a=x a= > >a >b", "a.required"),
    // The issue of one row shows, and goes, while another one is typed in.
    .init(">b b=17 >a a=x", "b.least"), .init(">b b=17 >a a=x b=20", ""),
    .init(">b b=17 >a b=", "b.required"), .init(">b b=17 >a b= b=18", ""),
    // What nobody is in is left at once: a tap, another program, another session.
    .init("b=17", "b.least"), .init("b=17 b=18", ""), .init("a=x a=", "a.required"),
    .init(">a b=17", "b.least"), .init(">a b=17 >", "b.least"),
    .init(">c b=17 a=", "a.required b.least"),
    // Leaving a page shows all of it, prefilled and untouched rows too, and nothing of the next.
    .init("page", "a.required b.required"), .init(">a page", "b.required"),
    .init(">a a=x page", "b.required"), .init(">a a=x >b b=3 page", "b.least"),
    .init("page >a", "b.required"), .init("page >a a=x", "b.required"),
    .init("page >a a=x >b b=20 >", ""), .init("page >c", "a.required b.required"),
    .init("page >c >", "a.required b.required"),
    .init("page >c c=x c= >", "a.required b.required c.required"),
    // A refused submit shows everything, also in the row that has the focus.
    .init("submit", "a.required b.required c.required"),
    .init(">a submit", "a.required b.required c.required"),
    .init(">a a=x submit", "b.required c.required"),
    .init("submit >a a=x", "b.required c.required"),
    .init("submit a=x b=18 c=y", ""), .init("submit a=x b=17 c=y", "b.least"),
    .init("submit >b b=17", "a.required b.least c.required"),
    .init("submit >b b=17 b=", "a.required b.required c.required"),
    .init("submit a=x b=18 c=y c=", "c.required"),
    .init("page submit >a a=x >b b=18 >c c=z >", ""),
  ]

  /// What other timings do.
  package static let others: [FormStateCase] = [
    .init(">a >", "a.required", ValidationTiming(complainsOfVisits: true)),
    .init(">a >b", "a.required", ValidationTiming(complainsOfVisits: true)),
    .init(">a", "", ValidationTiming(complainsOfVisits: true)),
    .init(">b b=1", "b.least", ValidationTiming(shows: .onChange)),
    .init(">b b=1 b=18", "", ValidationTiming(shows: .onChange)),
    .init(">b b=1 b=", "", ValidationTiming(shows: .onChange)),
    .init(">b >", "", ValidationTiming(shows: .onChange)),
    .init(">b b=17 >", "", ValidationTiming(shows: .onSubmit)),
    .init("b=17", "", ValidationTiming(shows: .onSubmit)),
    .init("b=17 page", "a.required b.least", ValidationTiming(shows: .onSubmit)),
    .init("b=17 submit", "a.required b.least c.required", ValidationTiming(shows: .onSubmit)),
  ]
}
