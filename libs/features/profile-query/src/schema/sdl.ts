/** The subgraph's schema (specification, A; behaviour.md section 6). `assumedSize` is what the cost limit reckons with. */
export const SDL = `
extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@listSize"])

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
}

"What an account knows of a person."
type PersonTargetData @key(fields: "umid") @key(fields: "profileId") {
  "Unified Marketing Identifier, a UUID."
  umid: String!
  "Opaque name of the profile, given once and never to another."
  profileId: String!
  "The owner that is configured for the account."
  owner: String!
  "visitor or customer."
  category: String!
  "The pipeline that created the profile."
  source: String!
  "The direct identifiers of the profile."
  identifiers: [Identifier!]! @listSize(assumedSize: 64)
}

"A name and a value that identify a person."
type Identifier {
  name: String!
  value: String!
}
`;
