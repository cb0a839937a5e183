import Ekiben

// EXPECT: main actor-isolated
func fill(_ session: Session) throws {
  _ = session.document
}
