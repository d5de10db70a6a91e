import { performance } from 'node:perf_hooks';
import type { HttpStep } from '@kith/domain/pipeline';
import type { Live, Logger } from '@kith/platform';
import type {
  Deadline,
  EnrichmentOutcome,
  EnrichmentQuestion,
  EnrichmentSource,
  Expressions,
  OutgoingHttp,
} from '@kith/ports';
import type { EdgeConfiguration } from '../pipeline-entry.ts';
import { externalAnswer, failure } from './external-answer.ts';
import type { ExternalFailure } from './external-answer.ts';
import { createFailureLog } from './failure-log.ts';
import { headerSecrets } from './header-secrets.ts';
import { mappedValues } from './mapped-values.ts';
import { askedOf, outgoingCallOf } from './outgoing-call-of.ts';

/** The most bytes of an answer of an external system. */
export const MOST_ANSWER_BYTES = 262_144;

/** What asking external systems takes. */
export interface HttpSourceNeeds {
  readonly configuration: Live<EdgeConfiguration>;
  readonly http: OutgoingHttp;
  readonly expressions: Expressions;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Asks external systems about identifiers; what is no JSON that the step's mapping fits is a failure. */
export const createHttpSource = (needs: HttpSourceNeeds): EnrichmentSource<HttpStep> => {
  const secrets = needs.configuration.map(headerSecrets);
  const tell = createFailureLog(needs.logger, () => performance.now());
  return {
    // What is known of one person is for that one alone: who comes back after an erasure has another umid.
    keyOf: (step, question) => {
      const asked = askedOf(step, question);
      return asked === null ? null : JSON.stringify([question.umid, ...asked.values()]);
    },
    look: async (deadline, step, question) => {
      const outcome = await found(needs, secrets.current(), deadline, step, question);
      if (outcome.kind !== 'failed') return outcome;
      tell(question.pipeline, step.name, outcome.detail);
      return { kind: 'failed', why: outcome.why };
    },
  };
};

type Found = Exclude<EnrichmentOutcome, { readonly kind: 'failed' }> | ExternalFailure;

const found = async (
  { http, expressions }: HttpSourceNeeds,
  secrets: ReadonlyMap<string, string>,
  deadline: Deadline,
  step: HttpStep,
  question: EnrichmentQuestion,
): Promise<Found> => {
  const asked = askedOf(step, question);
  if (asked === null) return { kind: 'nothing' };
  const call = outgoingCallOf(step, asked, secrets);
  // Where the configuration was read again meanwhile, a file of before may be gone.
  if (call === null) return failure('a secret is not in the configuration any more');
  const answer = externalAnswer(await http.call(deadline, call));
  if (answer.kind !== 'json') return answer;
  const owner = `${question.pipeline} enrich ${step.name}`;
  const asking = { owner, expression: step.map, input: answer.value };
  const [outcome] = await expressions.evaluate(deadline, [asking]);
  return outcome?.kind === 'made'
    ? mappedValues(step, outcome.output)
    : failure(`the mapping failed: ${outcome?.why ?? 'nobody says why'}`);
};
