/** A query, and the variables that it begins with as JSON. */
export interface Example {
  readonly query: string;
  readonly variables: string;
}

const DAY_MS = 86_400_000;

const PERSON_BY_UMID = `# One person by umid: fill in yours below.
query PersonByUmid($umid: String!) {
  personTargetDataByUmid(umid: $umid) {
    profileId
    owner
    category
  }
}
`;

const PERSON_BY_ANY_ID = `# One person by any identifier of the account,
# or by umid, umdid or profileId.
query PersonByAnyId($idName: String!, $idValue: String!) {
  personTargetDataByAnyId(idName: $idName, idValue: $idValue) {
    profileId
    identifiers {
      name
      value
    }
  }
}
`;

const EVENTS = `# What a person did, newest first.
# Put endCursor into "after" for the next page.
query Events($idName: String!, $idValue: String!, $first: Int, $after: String) {
  personTargetDataByAnyId(idName: $idName, idValue: $idValue) {
    events(first: $first, after: $after) {
      edges {
        node {
          time
          type
          pipeline
          properties
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`;

const PERSONS = `# The persons of the account.
query Persons($filter: PersonFilter, $orderBy: PersonOrder, $first: Int, $after: String) {
  persons(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    edges {
      node {
        umid
        profileId
        createdDate
        lastSeen
        permissions {
          name
          value
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`;

const STATISTICS = `# How often what happened, per day.
query Statistics($from: DateTime!, $to: DateTime!, $granularity: Granularity!, $groupBy: [StatisticsGroup!]!) {
  trackingStatistics(from: $from, to: $to, granularity: $granularity, groupBy: $groupBy) {
    start
    type
    name
    events
  }
}
`;

/** The queries that the page opens with, a tab each; `now` in epoch milliseconds is for those that ask for a time. */
export const examplesAt = (now: number): readonly Example[] => [
  example(PERSON_BY_UMID, { umid: '00000000-0000-4000-8000-000000000000' }),
  example(PERSON_BY_ANY_ID, { idName: 'customerId', idValue: 'c-1001' }),
  example(EVENTS, { idName: 'customerId', idValue: 'c-1001', first: 25, after: null }),
  example(PERSONS, { filter: { category: 'customer' }, orderBy: 'CREATED_DESC', first: 25, after: null }),
  example(STATISTICS, {
    from: dayOf(now - 30 * DAY_MS),
    to: dayOf(now + DAY_MS),
    granularity: 'DAY',
    groupBy: ['TYPE', 'NAME'],
  }),
];

const example = (query: string, variables: object): Example => ({
  query,
  variables: `${JSON.stringify(variables, null, 2)}\n`,
});

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
