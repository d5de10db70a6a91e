import { compileConfiguration, configurationSchema } from '@kith/contracts';
import type { HttpStep } from '@kith/domain/pipeline';
import { createLive } from '@kith/platform';
import { defineEnrichmentSourceContract } from '@kith/testing';
import { createHttpSource } from './http-source.ts';

const configuration = compileConfiguration(
  configurationSchema.parse({
    accounts: {
      demo: {
        owner: 'd',
        identifiers: { customerId: { kind: 'login' } },
        pipelines: {
          web: {
            cookie: false,
            enrich: [{ type: 'http', url: 'https://crm.example.com/{customerId}', map: { score: 'score' } }],
          },
        },
      },
    },
  }),
);

const step = configuration.pipelines.get('web')?.enrich[0] as HttpStep;
const customer = (value: string) => ({ identifiers: [{ name: 'customerId', value }] });

/** A system outside that knows one customer, and an evaluator that hands on what it is given. */
defineEnrichmentSourceContract<HttpStep>(async () => ({
  adapter: {
    source: createHttpSource({
      configuration: createLive(configuration).live,
      logger: { warn: () => undefined },
      steadyClock: () => 0,
      http: {
        call: async (deadline, { url }) => {
          if (deadline.remainingMs() === 0) return { kind: 'failed', why: 'tooLong', detail: 'late' };
          const isKnown = url === 'https://crm.example.com/1';
          return { kind: 'answered', status: isKnown ? 200 : 404, headers: {}, body: '{"score":7}' };
        },
      },
      expressions: {
        evaluate: async (_deadline, questions) =>
          questions.map(({ input }) => ({ kind: 'made', output: input })),
      },
    }),
    step,
    known: customer('1'),
    unknown: customer('2'),
  },
  close: async () => undefined,
}));
