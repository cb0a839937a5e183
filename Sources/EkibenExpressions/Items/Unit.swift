import EkibenDocuments

/// A unit as what it is made of: so many of the base units, as a quotient that is exact.
///
/// The table is fixed: lengths, masses, volumes, times, temperatures, counts and percent, and what is put
/// together from them as UCUM writes it (`kg/m2`, `m.s-1`). Units with annotations (`{beats}/min`) and all
/// others are unknown: they compare only with their own code.
struct Unit: Hashable {
  /// The powers of the base units.
  struct Dimensions: Hashable {
    /// Of `m`, `g`, `s`, `K`, and of months of the calendar.
    var powers: [Int]

    static let codes = ["m", "g", "s", "K", "month"]

    init(_ powers: [Int] = [0, 0, 0, 0, 0]) { self.powers = powers }

    /// The code of the base units.
    var code: String {
      func list(_ isWanted: (Int) -> Bool) -> String {
        zip(Self.codes, powers).filter { isWanted($0.1) }
          .map { abs($0.1) == 1 ? $0.0 : "\($0.0)\(abs($0.1))" }.joined(separator: ".")
      }
      let (above, below) = (list { $0 > 0 }, list { $0 < 0 })
      if below.isEmpty { return above.isEmpty ? Amount.one : above }
      return above.isEmpty ? "/" + below : "\(above)/\(below)"
    }

    func times(_ other: Dimensions, isQuotient: Bool) -> Dimensions {
      Dimensions(zip(powers, other.powers).map { isQuotient ? $0 - $1 : $0 + $1 })
    }
  }

  private(set) var numerator = DecimalNumber(1)
  private(set) var denominator = DecimalNumber(1)
  private(set) var dimensions = Dimensions()
  /// What is added to a number before it is multiplied: temperatures have zeros of their own.
  private(set) var offset = DecimalNumber(0)

  var hasOffset: Bool { offset.digits != "0" }

  /// The codes of words of the calendar that are so many seconds everywhere.
  static let calendarCodes = [
    "week": "wk", "day": "d", "hour": "h", "minute": "min", "second": "s", "millisecond": "ms",
  ]

  init?(calendar word: String) {
    if word == "year" || word == "month" {
      dimensions = Dimensions([0, 0, 0, 0, 1])
      numerator = DecimalNumber(word == "year" ? 12 : 1)
    } else if let code = Self.calendarCodes[word], let unit = Self.table[code] {
      self = unit
    } else {
      return nil
    }
  }

  /// A code of UCUM; nil of one that is unknown.
  ///
  /// - Throws: ``DecimalTooLong`` of one that is put together from hundreds of others.
  /// - Complexity: O(n); exponents have one digit.
  init?(_ code: String) throws(DecimalTooLong) {
    if let known = Self.table[code] {
      self = known
      return
    }
    var isQuotient = false
    var atom = ""
    for character in code.utf8 + [UInt8(ascii: ".")] {
      guard character == UInt8(ascii: ".") || character == UInt8(ascii: "/") else {
        atom.unicodeScalars.append(Unicode.Scalar(character))
        continue
      }
      if !(atom.isEmpty && character == UInt8(ascii: "/")) {
        guard try multiply(by: atom, isQuotient: isQuotient) else { return nil }
      }
      (atom, isQuotient) = ("", character == UInt8(ascii: "/"))
    }
  }

  private init(_ size: String, _ powers: [Int], offset: String = "0") {
    numerator = DecimalNumber(size) ?? numerator
    self.offset = DecimalNumber(offset) ?? self.offset
    dimensions = Dimensions(powers)
  }

  // One atom, with the exponent behind it.
  private mutating func multiply(by atom: String, isQuotient: Bool) throws(DecimalTooLong) -> Bool {
    let (name, power) = Self.table[atom] == nil ? Self.split(atom) : (atom, 1)
    guard let unit = Self.table[name], !unit.hasOffset else { return false }
    let isBelow = isQuotient != (power < 0)
    for _ in 0..<abs(power) {
      numerator = try numerator.multiplied(by: isBelow ? unit.denominator : unit.numerator)
      denominator = try denominator.multiplied(by: isBelow ? unit.numerator : unit.denominator)
      dimensions = dimensions.times(unit.dimensions, isQuotient: isBelow)
    }
    return true
  }

  // `m2`, `m-2`, `m+2`.
  private static func split(_ atom: String) -> (name: String, power: Int) {
    guard let last = atom.utf8.last, (0x31...0x39).contains(last) else { return (atom, 1) }
    let (name, power) = (String(atom.dropLast()), Int(last) - 0x30)
    if name.utf8.last == UInt8(ascii: "-") { return (String(name.dropLast()), -power) }
    return (name.utf8.last == UInt8(ascii: "+") ? String(name.dropLast()) : name, power)
  }

  /// The codes of the table.
  static var codes: [String] { table.keys.sorted() }

  private static let table: [String: Unit] = {
    var table: [String: Unit] = ["1": Unit("1", [0, 0, 0, 0, 0])]
    func add(_ units: KeyValuePairs<String, String>, _ powers: [Int]) {
      for (code, size) in units { table[code] = Unit(size, powers) }
    }
    add(["%": "0.01", "[ppth]": "0.001", "10*": "10"], [0, 0, 0, 0, 0])
    add(
      [
        "m": "1", "km": "1000", "dm": "0.1", "cm": "0.01", "mm": "0.001", "um": "0.000001",
        "nm": "0.000000001", "[in_i]": "0.0254", "[ft_i]": "0.3048", "[yd_i]": "0.9144",
        "[mi_i]": "1609.344",
      ], [1, 0, 0, 0, 0])
    add(
      [
        "g": "1", "kg": "1000", "mg": "0.001", "ug": "0.000001", "ng": "0.000000001",
        "t": "1000000", "[lb_av]": "453.59237", "[oz_av]": "28.349523125",
        "[stone_av]": "6350.29318",
      ], [0, 1, 0, 0, 0])
    for code in ["l", "L"] {
      add(
        [
          code: "0.001", "d\(code)": "0.0001", "c\(code)": "0.00001", "m\(code)": "0.000001",
          "u\(code)": "0.000000001", "h\(code)": "0.1",
        ], [3, 0, 0, 0, 0])
    }
    add(
      [
        "s": "1", "ms": "0.001", "us": "0.000001", "min": "60", "h": "3600", "d": "86400",
        "wk": "604800", "mo": "2629800", "a": "31557600",
      ], [0, 0, 1, 0, 0])
    add(["K": "1"], [0, 0, 0, 1, 0])
    table["Cel"] = Unit("1", [0, 0, 0, 1, 0], offset: "273.15")
    table["[degF]"] = Unit("5", [0, 0, 0, 1, 0], offset: "459.67")
    table["[degF]"]?.denominator = DecimalNumber(9)
    return table
  }()
}
