// What `import Ekiben` brings into scope: what an app needs, who writes a table host, and who writes
// a component (decision 0060). The members of every type come with it; a type that is not named here is in
// scope where its own module is imported. The underscore is Swift's; umbrellas of other packages use it, too.

// Whole, since the operators in which conditions are written cannot be named in an import.
@_exported public import EkibenExpressions

@_exported public import struct EkibenDocuments.Change
@_exported public import struct EkibenDocuments.Changeset
@_exported public import struct EkibenDocuments.DateText
@_exported public import struct EkibenDocuments.DecimalNumber
@_exported public import struct EkibenDocuments.Document
@_exported public import struct EkibenDocuments.DocumentName
@_exported public import enum EkibenDocuments.DocumentStatus
@_exported public import class EkibenDocuments.Entry
@_exported public import struct EkibenDocuments.FieldName
@_exported public import struct EkibenDocuments.Fields
@_exported public import struct EkibenDocuments.InvalidName
@_exported public import struct EkibenDocuments.LaunchContext
@_exported public import struct EkibenDocuments.MarkName
@_exported public import enum EkibenDocuments.RecordID
@_exported public import struct EkibenDocuments.RowID
@_exported public import struct EkibenDocuments.SectionID
@_exported public import struct EkibenDocuments.TableOperations
@_exported public import struct EkibenDocuments.TablePlan
@_exported public import struct EkibenDocuments.TableViolation
@_exported public import enum EkibenDocuments.Value

@_exported public import struct EkibenForms.ActivityIndicator
@_exported public import struct EkibenForms.Check
@_exported public import struct EkibenForms.Choice
@_exported public import struct EkibenForms.Combined
@_exported public import protocol EkibenForms.Component
@_exported public import struct EkibenForms.ComponentRegistry
@_exported public import struct EkibenForms.CustomCheck
@_exported public import struct EkibenForms.CustomRule
@_exported public import struct EkibenForms.DateInput
@_exported public import protocol EkibenForms.Decorator
@_exported public import struct EkibenForms.Description
@_exported public import struct EkibenForms.DetailedDescription
@_exported public import enum EkibenForms.DisplayPolicy
@_exported public import struct EkibenForms.DocumentExpression
@_exported public import struct EkibenForms.EmptySpace
@_exported public import enum EkibenForms.FormBuilder
@_exported public import struct EkibenForms.FormEvent
@_exported public import struct EkibenForms.FormState
@_exported public import class EkibenForms.HeadlessTable
@_exported public import protocol EkibenForms.IdentityHost
@_exported public import struct EkibenForms.IdentityTable
@_exported public import protocol EkibenForms.InputComponent
@_exported public import struct EkibenForms.InputContext
@_exported public import struct EkibenForms.InputError
@_exported public import enum EkibenForms.InputProblem
@_exported public import struct EkibenForms.InputTraits
@_exported public import struct EkibenForms.Instance
@_exported public import struct EkibenForms.Limits
@_exported public import struct EkibenForms.Quantity
@_exported public import protocol EkibenForms.RegisteredComponent
@_exported public import enum EkibenForms.RenderOutcome
@_exported public import struct EkibenForms.RenderPolicy
@_exported public import class EkibenForms.Renderer
@_exported public import struct EkibenForms.Repeat
@_exported public import struct EkibenForms.RowAction
@_exported public import struct EkibenForms.RowDisplay
@_exported public import struct EkibenForms.RowLabel
@_exported public import struct EkibenForms.RowLook
@_exported public import struct EkibenForms.RowStyle
@_exported public import struct EkibenForms.Search
@_exported public import struct EkibenForms.SectionDisplay
@_exported public import struct EkibenForms.StateRow
@_exported public import struct EkibenForms.TableCallbacks
@_exported public import struct EkibenForms.TableContent
@_exported public import protocol EkibenForms.TableHost
@_exported public import enum EkibenForms.TableRequest
@_exported public import struct EkibenForms.TextInput
@_exported public import struct EkibenForms.ValidationIssue
@_exported public import struct EkibenForms.ViewBinding
@_exported public import protocol EkibenForms.ViewModel

@_exported public import enum EkibenInterchange.FormFile
@_exported public import enum EkibenInterchange.FormFormat
@_exported public import struct EkibenInterchange.ImportError

@_exported public import struct EkibenStore.DocumentSummary
@_exported public import enum EkibenStore.Durability
@_exported public import struct EkibenStore.Edit
@_exported public import struct EkibenStore.FormSummary
@_exported public import struct EkibenStore.JournalChange
@_exported public import enum EkibenStore.ObservationScope
@_exported public import class EkibenStore.ObservationToken
@_exported public import class EkibenStore.Store
@_exported public import enum EkibenStore.StoreError
@_exported public import struct EkibenStore.StoredDocument

// The names that SwiftUI has, too. A name that is imported by itself wins over that of a whole module, so
// these are names of this module: where both are imported, the arguments tell them apart.
public import EkibenForms

/// A form; in a file that imports SwiftUI, too, its type is `Ekiben.Form`.
public typealias Form = EkibenForms.Form
/// A section of a form; in a file that imports SwiftUI, too, its type is `Ekiben.Section`.
public typealias Section = EkibenForms.Section
/// A question that is answered by yes or no; in a file that imports SwiftUI, too, its type is `Ekiben.Toggle`.
public typealias Toggle = EkibenForms.Toggle
/// A row that does something; in a file that imports SwiftUI, too, its type is `Ekiben.Button`.
public typealias Button = EkibenForms.Button
/// A row with a picture; in a file that imports SwiftUI, too, its type is `Ekiben.Image`.
public typealias Image = EkibenForms.Image
