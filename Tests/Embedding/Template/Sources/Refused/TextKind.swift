import Ekiben

// EXPECT: a whole number needs a Field<Int>
let input = TextInput(Field<String>("age"), kind: .integer)
