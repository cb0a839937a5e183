/// Text equality and order by UTF-8 bytes, the only ones that Ekiben knows (rule D2).
///
/// Swift's `==` calls two spellings of `é` the same, one code point and two; SQL does not. With
/// Swift's rule two ids would be one dictionary key and two SQL keys, and an edit that only changes
/// the normalisation would vanish. `==` is still asked first: texts that Swift finds different do
/// differ in bytes, and it says so faster than a loop over bytes can.
package enum ByteText {
  /// Tells whether two texts have the same UTF-8 bytes.
  ///
  /// - Complexity: O(n).
  package static func equal(_ left: String, _ right: String) -> Bool {
    left == right && left.utf8.elementsEqual(right.utf8)
  }

  /// Tells whether the bytes of `left` sort before those of `right`, as memcmp and SQLite's BINARY do.
  ///
  /// - Complexity: O(n).
  package static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
