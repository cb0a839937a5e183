/// What is known of FHIR's types without its definitions: their names, and elements that say theirs.
enum ElementTypes {
  /// Types of one value.
  static let primitives: Set<String> = [
    "boolean", "integer", "integer64", "decimal", "string", "date", "dateTime", "time", "instant",
    "uri", "url", "canonical", "code", "id", "oid", "uuid", "markdown", "base64Binary",
    "positiveInt", "unsignedInt", "xhtml",
  ]

  /// Types of elements below elements.
  static let complex: Set<String> = [
    "Quantity", "Coding", "CodeableConcept", "Attachment", "Reference", "Period", "Range", "Ratio",
    "Identifier", "HumanName", "Address", "ContactPoint", "Annotation", "Age", "Duration", "Count",
    "Distance", "Money", "SampledData", "Signature", "Timing", "Expression", "Dosage", "Meta",
    "Narrative", "Extension", "SimpleQuantity", "UsageContext", "ContactDetail", "BackboneElement",
    "Element", "Resource", "DomainResource", "ParameterDefinition", "RelatedArtifact",
    "TriggerDefinition", "DataRequirement", "Contributor", "CodeableReference",
  ]

  /// Types of dates and times.
  static let dates: Set<String> = ["date", "dateTime", "instant", "time"]

  /// Elements whose name has this type wherever FHIR R4 uses it for one value.
  static let byName: [String: String] = [
    "birthDate": "date", "authored": "dateTime", "authoredOn": "dateTime", "issued": "instant",
    "lastUpdated": "instant", "recordedDate": "dateTime", "start": "dateTime", "end": "dateTime",
    "gender": "code", "use": "code", "linkId": "string", "family": "string", "given": "string",
    "display": "string", "unit": "string", "id": "id", "url": "uri",
  ]

  /// What each type is a special kind of.
  private static let parents: [String: String] = [
    "code": "string", "id": "string", "markdown": "string", "url": "uri", "canonical": "uri",
    "oid": "uri", "uuid": "uri", "positiveInt": "integer", "unsignedInt": "integer",
    "Age": "Quantity", "Duration": "Quantity", "Count": "Quantity", "Distance": "Quantity",
    "Money": "Quantity", "SimpleQuantity": "Quantity",
  ]

  /// Whether a type is another one, or a special kind of it.
  static func type(_ type: String, is other: String) -> Bool {
    var found: String? = type
    while let name = found {
      if name == other { return true }
      found = parents[name]
    }
    return false
  }

  /// Takes the type off a name, such as `valueInteger`.
  static func typed(_ name: String) -> (stem: String, type: String)? {
    // From the right: `valueCodeableConcept` is no `Concept`.
    for (place, byte) in name.utf8.enumerated() where place > 0 && (0x41...0x5A).contains(byte) {
      let index = name.utf8.index(name.startIndex, offsetBy: place)
      if let type = suffixes[String(name[index...])] { return (String(name[..<index]), type) }
    }
    return nil
  }

  private static let suffixes: [String: String] = {
    var suffixes: [String: String] = [:]
    for type in primitives { suffixes[type.prefix(1).uppercased() + type.dropFirst()] = type }
    for type in complex where type != "Element" && type != "Resource" { suffixes[type] = type }
    return suffixes
  }()
}
