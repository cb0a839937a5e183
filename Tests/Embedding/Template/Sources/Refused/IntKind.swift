import Ekiben

// EXPECT: an Int field decides its kind
let input = TextInput(Field<Int>("age"), kind: .integer)
