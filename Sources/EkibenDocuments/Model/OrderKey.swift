/// Where a record stands among its siblings: bytes compared as memcmp does, id as tie-break.
///
/// A key is a fraction in base 256 without trailing zero bytes, so there is always another one
/// between two different keys. Keys made in bulk are spread evenly: 255 records need one byte each.
public struct OrderKey: Hashable, Comparable, Sendable {
  /// The key as it is stored.
  public let bytes: [UInt8]

  /// Takes bytes read from a store.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Order as memcmp.
  public static func < (left: OrderKey, right: OrderKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Makes a key between two others; nil stands for the open end.
  ///
  /// - Returns: nil when there is no room: the keys are equal or in the wrong order.
  /// - Complexity: O(k) in the length of the keys.
  public static func between(_ lower: OrderKey?, _ upper: OrderKey?) -> OrderKey? {
    if let lower, let upper, !(lower < upper) { return nil }
    let low = lower?.bytes ?? []
    var high = upper?.bytes
    var key: [UInt8] = []
    var place = 0
    while true {
      let floor = place < low.count ? Int(low[place]) : 0
      let ceiling = high.map { place < $0.count ? Int($0[place]) : 0 } ?? 256
      let middle = (floor + ceiling) / 2
      if middle > floor {
        key.append(UInt8(middle))
        return OrderKey(bytes: key)
      }
      key.append(UInt8(floor))
      if floor != ceiling { high = nil }
      place += 1
      // Only a key with trailing zeros, which we never make, leaves no room here.
      if let high, place >= high.count { return nil }
    }
  }

  /// Makes `count` keys, evenly spread between two others, in ascending order.
  ///
  /// - Returns: nil when there is no room between the two.
  /// - Complexity: O(count · k).
  public static func evenly(
    _ count: Int, between lower: OrderKey? = nil, and upper: OrderKey? = nil
  ) -> [OrderKey]? {
    var keys: [OrderKey] = []
    keys.reserveCapacity(count)
    return fill(count, lower, upper, into: &keys) ? keys : nil
  }

  // Halving keeps the recursion at log2(count) and the keys at their shortest.
  private static func fill(
    _ count: Int, _ lower: OrderKey?, _ upper: OrderKey?, into keys: inout [OrderKey]
  ) -> Bool {
    guard count > 0 else { return true }
    guard let middle = between(lower, upper) else { return false }
    let before = (count - 1) / 2
    guard fill(before, lower, middle, into: &keys) else { return false }
    keys.append(middle)
    return fill(count - 1 - before, middle, upper, into: &keys)
  }
}
