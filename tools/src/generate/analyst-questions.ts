import type { Umid } from '@kith/domain/identity';
import type { MongodbReader } from '@kith/mongodb';
import { scopeOf } from '@kith/testing/builders';
import { ACCOUNT, END } from './first-people.ts';

/** What an analyst asks for, by the reader that graphql-query asks. */
export interface Question {
  readonly name: string;
  readonly ask: () => Promise<unknown>;
}

const PAGE = 100;
const DAY_MS = 86_400_000;
const scope = () => scopeOf(ACCOUNT);

/** Every kind of list, from its start and from somewhere in its middle. */
export const questionsOf = (reader: MongodbReader, umid: Umid): readonly Question[] => [
  ...personsQuestions(reader),
  ...eventQuestions(reader, umid),
  ...statisticsQuestions(reader),
  { name: 'person by umid', ask: () => reader.profiles.load(scope(), { umids: [umid] }) },
  { name: 'devices of a person', ask: () => reader.details.devicesByUmid(scope(), [umid], PAGE) },
  {
    name: 'consent history of a person',
    ask: () => reader.details.consentOf(scope(), [{ umid, after: null, limit: PAGE }]),
  },
];

const personsQuestions = ({ catalogue }: MongodbReader): readonly Question[] => {
  const middle = END - 45 * DAY_MS;
  const newest = { by: 'created', order: 'newestFirst', limit: PAGE } as const;
  const changed = { by: 'changed', order: 'oldestFirst', limit: PAGE } as const;
  const asked = {
    'persons, newest first': newest,
    'persons, visitors of one source': { ...newest, state: 'visitor', source: 'web' },
    'persons, customers created in a span': {
      ...newest,
      state: 'customer',
      from: middle,
      to: middle + DAY_MS,
    },
    'persons by change, from the middle': { ...changed, from: middle },
    'persons by change, of one source': { ...changed, source: 'server' },
  } as const;
  return Object.entries(asked).map(([name, selection]) => ({
    name,
    ask: () => catalogue.persons(scope(), selection),
  }));
};

const eventQuestions = ({ details }: MongodbReader, umid: Umid): readonly Question[] => {
  const umids = [umid];
  return [
    { name: 'events of a person', ask: () => details.eventsOf(scope(), [{ umids, limit: PAGE }]) },
    {
      name: 'events of a person, one type, in a span',
      ask: () =>
        details.eventsOf(scope(), [
          { umids, types: ['page'], from: END - 60 * DAY_MS, to: END, limit: PAGE },
        ]),
    },
  ];
};

const statisticsQuestions = ({ statistics }: MongodbReader): readonly Question[] => {
  const span = (days: number) => ({ from: END - days * DAY_MS, to: END });
  return [
    {
      name: 'statistics, one day by hour and type',
      ask: () =>
        statistics.countEvents(scope(), {
          span: span(1),
          granularity: 'hour',
          groupBy: ['type'],
          limit: 10_000,
        }),
    },
    {
      name: 'statistics, seven days by day and name',
      ask: () =>
        statistics.countEvents(scope(), {
          span: span(7),
          granularity: 'day',
          groupBy: ['name'],
          limit: 10_000,
        }),
    },
  ];
};
