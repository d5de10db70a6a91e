import { get, postJson, type BenchRequest } from '../bench-request.ts';
import { BASELINE, repeated, type Scenario, type ServerVariable } from '../scenario.ts';
import { startSubject } from '../subject-process.ts';
import { trackedPage } from './visitors.ts';

const reference = (
  name: string,
  program: string,
  request: BenchRequest,
  needs: readonly ServerVariable[] = [],
): Scenario => ({
  name,
  needs,
  start: (options) =>
    startSubject(
      {
        name: program,
        main: `tools/dist/bench/references/${program}.js`,
        readyLine: /listening on (http:\S+)/,
      },
      options,
      async () => repeated([request]),
    ),
});

const hello = get('/');

/** What each technology costs by itself, and Kith's own server without the product. */
export const referenceScenarios: readonly Scenario[] = [
  reference(BASELINE, 'bare-http', hello),
  reference('reference: Express 5', 'express-stock', hello),
  reference('Kith server: Express behind it', 'kith-express', hello),
  reference('Kith server: front route', 'kith-front', hello),
  reference('reference: Redis GET', 'redis-get', hello, ['REDIS_URL']),
  reference('reference: MongoDB findOne', 'mongodb-find-one', hello, ['MONGODB_URI']),
  reference('reference: Apollo hello', 'apollo-hello', postJson('/graphql', { query: '{ hello }' })),
  reference('reference: POST to Kafka', 'kafka-append', trackedPage(), ['KAFKA_BROKERS']),
];
