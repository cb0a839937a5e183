import EkibenDocuments
import EkibenTesting
import Testing

private struct Fruit: Equatable, Sendable {
  var apple = "apple"
  var orange = "orange"
  var banana = "banana"
  var kiwi: String? = "kiwi"
  var nested = Nested(red: "red", orange: "orange")
}

private struct Nested: Equatable, Sendable {
  var red: String
  var orange: String
}

private typealias FruitPatch = Patch<Fruit>

/// The cases T-S1 to T-S7 that Ekiben's forebears agree on.
@Suite(.timeLimit(.minutes(20))) struct PatchTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let patch: FruitPatch
    let result: Fruit
    let inverse: FruitPatch
  }

  private static let nested = Nested(red: "$R", orange: "$O")

  private static let cases = [
    Case(
      testDescription: "T-S1 several properties",
      patch: FruitPatch().setting(\.banana, to: "🍌").setting(\.orange, to: "🍊")
        .setting(\.apple, to: "🍎"),
      result: Fruit(apple: "🍎", orange: "🍊", banana: "🍌"),
      inverse: FruitPatch().setting(\.apple, to: "apple").setting(\.orange, to: "orange")
        .setting(\.banana, to: "banana")),
    Case(
      testDescription: "T-S3 an optional property set to nil",
      patch: FruitPatch().setting(\.kiwi, to: nil), result: Fruit(kiwi: nil),
      inverse: FruitPatch().setting(\.kiwi, to: "kiwi")),
    Case(
      testDescription: "T-S4 one property three times",
      patch: FruitPatch().setting(\.banana, to: "1").setting(\.banana, to: "2")
        .setting(\.banana, to: "3"),
      result: Fruit(banana: "3"), inverse: FruitPatch().setting(\.banana, to: "banana")),
    Case(
      testDescription: "T-S5 a whole, then its parts",
      patch: FruitPatch().setting(\.nested, to: nested).setting(\.nested.red, to: "🔴")
        .setting(\.nested.orange, to: "🔶"),
      result: Fruit(nested: Nested(red: "🔴", orange: "🔶")),
      inverse: FruitPatch().setting(\.nested.orange, to: "$O").setting(\.nested.red, to: "$R")
        .setting(\.nested, to: Nested(red: "red", orange: "orange"))),
    Case(
      testDescription: "T-S6 parts, then their whole",
      patch: FruitPatch().setting(\.nested.red, to: "🔴").setting(\.nested.orange, to: "🔶")
        .setting(\.nested, to: nested),
      result: Fruit(nested: nested),
      inverse: FruitPatch().setting(\.nested, to: Nested(red: "🔴", orange: "🔶"))
        .setting(\.nested.orange, to: "orange").setting(\.nested.red, to: "red")),
    Case(
      testDescription: "nothing", patch: FruitPatch(), result: Fruit(), inverse: FruitPatch()),
  ]

  @Test(arguments: cases)
  private func `a patch returns its inverse`(example: Case) {
    var fruit = Fruit()
    let inverse = example.patch.apply(to: &fruit)
    #expect(fruit == example.result)
    #expect(inverse == example.inverse)
    let again = inverse.apply(to: &fruit)
    #expect(fruit == Fruit())
    #expect(again == example.patch)
  }

  @Test func `T-S2 what was removed is not set`() {
    var patch = FruitPatch().setting(\.banana, to: "🍌").setting(\.apple, to: "🍎")
    #expect(patch.value(for: \.banana) == "🍌")
    patch.removeValue(for: \.banana)
    #expect(patch.value(for: \.banana) == nil)
    #expect(patch == FruitPatch().setting(\.apple, to: "🍎"))
    #expect(patch.count == 1)
    patch.removeValue(for: \.orange)
    #expect(patch.count == 1)
  }

  @Test func `T-S3 an assignment of nil is there, and gone when it is removed`() {
    var patch = FruitPatch()
    #expect(patch.value(for: \.kiwi) == String??.none)
    patch.set(\.kiwi, to: nil)
    #expect(patch.value(for: \.kiwi) == String??.some(.none))
    #expect(!patch.isEmpty)
    patch.removeValue(for: \.kiwi)
    #expect(patch.value(for: \.kiwi) == String??.none)
    #expect(patch.isEmpty)
  }

  @Test func `T-S7 patches are equal by properties, values and order`() {
    let patch = FruitPatch().setting(\.apple, to: "🍎").setting(\.kiwi, to: "🥝")
    var copy = patch
    #expect(FruitPatch() == FruitPatch())
    #expect(copy == patch)
    copy.set(\.orange, to: "🍊")
    #expect(copy != patch)
    copy.removeValue(for: \.orange)
    #expect(copy == patch)
    copy.set(\.kiwi, to: nil)
    #expect(copy != patch)
    #expect(patch.setting(\.apple, to: "🍏") != patch)
    #expect(patch != FruitPatch().setting(\.kiwi, to: "🥝").setting(\.apple, to: "🍎"))
    for path in [\Fruit.apple] { copy.removeValue(for: path) }
    copy.removeValue(for: \.kiwi)
    #expect(copy == FruitPatch())
    copy.set(\.apple, to: "🍎")
    copy.set(\.kiwi, to: "🥝")
    #expect(copy == patch)
  }

  @Test func `two spellings of a text are two values`() {
    #expect(
      FruitPatch().setting(\.apple, to: "\u{E9}") != FruitPatch().setting(\.apple, to: "e\u{301}"))
    #expect(
      FruitPatch().setting(\.kiwi, to: "\u{E9}") != FruitPatch().setting(\.kiwi, to: "e\u{301}"))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a patch does what its assignments do, and its inverse takes them back`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var patch = FruitPatch()
    var expected = Fruit()
    for _ in 0..<random.number(in: 0...8) {
      let text = String(random.number(in: 0...99))
      switch random.number(in: 0...4) {
      case 0: set(\.apple, text)
      case 1: set(\.kiwi, random.once(in: 2) ? nil : text)
      case 2: set(\.nested, Nested(red: text, orange: text + "o"))
      case 3: set(\.nested.red, text)
      default: set(\.nested.orange, text)
      }
    }
    var fruit = Fruit()
    let inverse = patch.apply(to: &fruit)
    #expect(fruit == expected)
    #expect(inverse.apply(to: &fruit) == patch)
    #expect(fruit == Fruit())

    func set<Value: Equatable & Sendable>(
      _ path: any WritableKeyPath<Fruit, Value> & Sendable, _ value: Value
    ) {
      patch.set(path, to: value)
      expected[keyPath: path] = value
    }
  }
}
