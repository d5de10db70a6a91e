import { PERSON_SDL } from './sdl-person.ts';

/** The subgraph's schema (docs/behaviour.md#queries). `@listSize` is what the cost limit reckons with. */
export const SDL = `
extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@listSize", "@shareable"])

type Query {
  "The person of a Unified Marketing Identifier, a UUID in any letter case; of a merged one, the survivor."
  personTargetDataByUmid(umid: String!): PersonTargetData
  """
  The person who has an identifier: its name as the account knows it, or umid, umdid or profileId; its value,
  hashed where the account keeps hashes.
  """
  personTargetDataByAnyId(idName: String!, idValue: String!): PersonTargetData
  "The person of a profile identifier."
  personTargetDataByProfileId(profileId: String!): PersonTargetData
  """
  The persons of the account, the newest first where no order is named: 25, or at most 500. Whoever changes moves to the
  newest end of CHANGED: walked from the oldest on, everybody is met. Null, beside an error, where an argument is
  mistaken.
  """
  persons(filter: PersonFilter, orderBy: PersonOrder = CREATED_DESC, first: Int = 25, after: String): PersonConnection
    @listSize(slicingArguments: ["first"], assumedSize: 25, sizedFields: ["edges"], requireOneSlicingArgument: false)
  """
  How many events happened, counted by the store: from one moment on and before another, in UTC, told apart by time and
  groups. At most 1,000 hours, days, weeks or months, and 5,000 counts; what would be 0 is left out. Null,
  beside an error, where there are more or an argument is mistaken.
  """
  trackingStatistics(
    from: DateTime!
    to: DateTime!
    granularity: Granularity! = DAY
    groupBy: [StatisticsGroup!]! = []
  ): [TrackingCount!] @listSize(assumedSize: 5000)
}

"Which persons are listed; what is left out does not matter."
input PersonFilter {
  "As category shows it."
  category: PersonCategory
  "The pipeline that created them."
  source: String
  "Created, or changed where that orders, at this moment or later."
  from: DateTime
  "Created, or changed where that orders, before this moment, which must not lie before from."
  to: DateTime
}

enum PersonCategory {
  visitor
  customer
}

"By what persons are ordered, with the newest first (DESC) or the oldest (ASC)."
enum PersonOrder {
  CREATED_DESC
  CREATED_ASC
  CHANGED_DESC
  CHANGED_ASC
}

type PersonConnection {
  edges: [PersonEdge!]!
  pageInfo: PageInfo!
}

type PersonEdge {
  cursor: String!
  node: PersonTargetData!
}

"Where a page stands, as the Relay cursor connections specification has it."
type PageInfo @shareable {
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
  endCursor: String
}

"How finely events are counted over time, in UTC; weeks begin on Monday."
enum Granularity {
  HOUR
  DAY
  WEEK
  MONTH
  TOTAL
}

"What events are counted apart by; NAME: that of the page or the action, up to 128 characters of it."
enum StatisticsGroup {
  TYPE
  PIPELINE
  NAME
}

"So many events of one hour, day, week or month and one group."
type TrackingCount {
  "When that begins; for TOTAL, from."
  start: DateTime!
  "Null where it was not grouped by."
  type: EventType
  pipeline: String
  "Null also for events that have no name."
  name: String
  events: Int!
}

"A moment in ISO 8601, UTC, with milliseconds: 2026-01-31T12:00:00.000Z. Any offset is taken, and a day for its beginning."
scalar DateTime

"Any JSON value."
scalar JSON
${PERSON_SDL}`;
