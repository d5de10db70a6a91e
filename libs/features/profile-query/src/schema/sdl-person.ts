/** What is known of a person (docs/behaviour.md#queries). */
export const PERSON_SDL = `
"What an account knows of a person. A field with an argument that is mistaken is null, beside an error."
type PersonTargetData @key(fields: "umid") @key(fields: "profileId") {
  "Unified Marketing Identifier, a UUID."
  umid: String!
  "Opaque name of the profile, given once and never to another."
  profileId: String!
  "The owner that is configured for the account."
  owner: String!
  "visitor or customer."
  category: String!
  "0 for an anonymous visitor, 1 for an identified customer."
  state: Int!
  "The pipeline that created the profile."
  source: String!
  "The direct identifiers of the profile, at most 64."
  identifiers: [Identifier!]! @listSize(assumedSize: 64)
  "The direct identifiers of one name, which the account must have."
  identifiersByName(name: String!): [Identifier!] @listSize(assumedSize: 64)
  "Identifiers of linked profiles that are not the profile's own, strongest and newest first, at most 64."
  linkedIdentifiers: [Identifier!]! @listSize(assumedSize: 64)
  "The permissions that were decided."
  permissions: [Permission!]! @listSize(assumedSize: 16)
  """
  Everything that was ever recorded of consent: the profile's own history, newest first, then that of each profile that
  merges brought to it, newest first. 25 entries, or at most 1,000.
  """
  consentHistory(first: Int = 25, after: String): ConsentHistoryConnection
    @listSize(slicingArguments: ["first"], assumedSize: 25, sizedFields: ["edges"], requireOneSlicingArgument: false)
  "The acknowledged notifications, newest first, at most 100; consentHistory has all of them."
  notifications: [Notification!]! @listSize(assumedSize: 100)
  "All attributes that the account has configured, an empty text where nothing is known yet; segments are true or false."
  attributes: [Attribute!]! @listSize(assumedSize: 64)
  "Attributes by their names, at most 100, in that order; an empty text where nothing is known, or the name is not."
  attributesByNames(names: [String!]!): [Attribute!] @listSize(assumedSize: 100)
  "The segments that the person is in, at most 64; one that could not be evaluated is an empty text among attributes."
  segments: [String!]! @listSize(assumedSize: 64)
  "The devices of the person, last seen first: 25, or at most 1,000."
  umdids(first: Int = 25): [String!]
    @listSize(slicingArguments: ["first"], assumedSize: 25, requireOneSlicingArgument: false)
  "The umids that merges brought here and that lead here for ever, the last one first: 100, or at most 1,000."
  mergedUmids(first: Int = 100): [String!]
    @listSize(slicingArguments: ["first"], assumedSize: 100, requireOneSlicingArgument: false)
  "When the profile was created."
  createdDate: DateTime!
  "When the profile was last changed."
  changeDate: DateTime!
  "When the person was last seen, by a request or by an event. Requests count by the minute."
  lastSeen: DateTime!
  """
  The events of the person and of those that merges brought to it, newest first, from one moment on and before another,
  which must not lie earlier: 25, or at most 1,000. Whoever goes on behind a cursor meets each event once, also while events arrive.
  """
  events(type: [EventType!], from: DateTime, to: DateTime, first: Int = 25, after: String): EventConnection
    @listSize(slicingArguments: ["first"], assumedSize: 25, sizedFields: ["edges"], requireOneSlicingArgument: false)
}

"A name and a value that identify a person."
type Identifier {
  name: String!
  value: String!
}

"A permission that was decided."
type Permission {
  name: String!
  "Whether it is granted."
  value: Boolean!
  lastModification: DateTime!
}

"An acknowledged consent notification."
type Notification {
  name: String!
  version: Int!
  uxvariant: String
  permissions: [String!]! @listSize(assumedSize: 16)
  date: DateTime!
}

"A configured attribute."
type Attribute {
  name: String!
  value: String!
}

type ConsentHistoryConnection {
  edges: [ConsentHistoryEdge!]!
  pageInfo: PageInfo!
}

type ConsentHistoryEdge {
  cursor: String!
  node: ConsentEntry!
}

"An entry of the consent history; what its kind does not have is null or empty."
type ConsentEntry {
  "The umid under which it was recorded."
  umid: String!
  "Its number in the chain of that umid."
  sequence: Int!
  kind: ConsentKind!
  "When it was recorded; times of a permission grow strictly."
  time: DateTime
  "The pipeline, or merge, unmerge or import."
  source: String
  permission: String
  "Whether the permission was granted."
  value: Boolean
  "Whether an identified customer decided, and not an anonymous visitor."
  identified: Boolean
  "When it was told, where its own time is later."
  toldAt: DateTime
  "When it was decided or acknowledged, where that was not when it was recorded."
  decidedAt: DateTime
  "When the permission was last withdrawn before, as far as a merge or an unmerge brought that."
  withdrawnAt: DateTime
  "The notifications that were shown with the decision, or the one that was acknowledged."
  notifications: [ShownNotification!]! @listSize(assumedSize: 4)
  "The permissions that the acknowledged notification told about, or that an unmerge left undecided."
  permissions: [String!]! @listSize(assumedSize: 16)
  "The other profile of a merge or an unmerge."
  otherUmid: String
}

"What an entry of the consent history tells of; outdated: an import told it of a permission that was decided later."
enum ConsentKind {
  permission
  outdated
  acknowledgement
  merge
  unmerge
  "Somebody has tampered with the entry."
  unreadable
}

"A notification that a decision was shown with."
type ShownNotification {
  name: String!
  version: Int!
  uxvariant: String
}

type EventConnection {
  edges: [EventEdge!]!
  pageInfo: PageInfo!
}

type EventEdge {
  cursor: String!
  node: TrackedEvent!
}

"A tracking event, as it is stored for ever under the umid of its moment."
type TrackedEvent {
  id: String!
  type: EventType!
  "The umid of the moment."
  umid: String!
  umdid: String!
  pipeline: String!
  "Orders the event: the client's time, or when it was received where the client's lies more than a day ahead of that."
  time: DateTime!
  "The client's time, where another one orders the event."
  clientTime: DateTime
  receivedAt: DateTime!
  "Everything that was sent with it."
  properties: JSON!
}

"What an event tells of; dataLayer: members of a data layer that no mapping turned into a page view or an action."
enum EventType {
  page
  action
  dataLayer
}
`;
