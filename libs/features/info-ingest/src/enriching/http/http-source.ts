import type { HttpStep, PipelineRules } from '@kith/domain/pipeline';
import { ConfigurationError, createThrottle, type Live, type Logger } from '@kith/platform';
import type {
  Deadline,
  EnrichmentOutcome,
  EnrichmentQuestion,
  EnrichmentSource,
  Expressions,
  OutgoingHttp,
} from '@kith/ports';
import type { EdgeConfiguration } from '../../pipelines/pipeline-entry.ts';
import { externalAnswer, failure, mappedValues, type ExternalFailure } from './external-answer.ts';
import { askedOf, outgoingCallOf } from './outgoing-call.ts';
import { someSecrets } from '../../pipelines/pipeline-secrets.ts';

/** The most bytes of an answer of an external system. */
export const MAX_ANSWER_BYTES = 262_144;

export interface HttpSourceDeps {
  readonly configuration: Live<EdgeConfiguration>;
  readonly http: OutgoingHttp;
  readonly expressions: Expressions;
  readonly logger: Pick<Logger, 'warn'>;
  /** Milliseconds from any moment on; never goes back. */
  readonly steadyClock: () => number;
}

/** Asks external systems about identifiers; what is no JSON that the step's mapping fits is a failure. */
export const createHttpSource = (deps: HttpSourceDeps): EnrichmentSource<HttpStep> => {
  const secrets = deps.configuration.map(headerSecrets);
  const tell = createFailureLog(deps.logger, deps.steadyClock);
  return {
    // What is known of one person is for that one alone: who comes back after an erasure has another umid.
    keyOf: (step, question) => {
      const asked = askedOf(step, question);
      return asked === null ? null : JSON.stringify([question.umid, ...asked.values()]);
    },
    look: async (deadline, step, question) => {
      const outcome = await found(deps, secrets.current(), deadline, { step, question });
      if (outcome.kind !== 'failed') return outcome;
      tell(question.pipeline, step.name, outcome.detail);
      return { kind: 'failed', why: outcome.why };
    },
  };
};

type Found = Exclude<EnrichmentOutcome, { readonly kind: 'failed' }> | ExternalFailure;

interface StepQuestion {
  readonly step: HttpStep;
  readonly question: EnrichmentQuestion;
}

const found = async (
  { http, expressions }: HttpSourceDeps,
  secrets: ReadonlyMap<string, string>,
  deadline: Deadline,
  { step, question }: StepQuestion,
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

/** The steps that ask external systems, over all pipelines. */
export const httpStepsOf = ({
  pipelines,
}: {
  readonly pipelines: ReadonlyMap<string, Pick<PipelineRules, 'enrich'>>;
}): readonly HttpStep[] =>
  Array.from(pipelines.values()).flatMap(({ enrich }) => enrich.filter((step) => step.type === 'http'));

/** What a header can hold. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;

/**
 * The secrets that headers of calls hold, by their files: the first of each. Throws a `ConfigurationError` where one is none that a
 * header can hold; the sentence shows nothing of it.
 */
export const headerSecrets = (configuration: EdgeConfiguration): ReadonlyMap<string, string> =>
  new Map(
    httpStepsOf(configuration)
      .flatMap(({ headers }) => [...headers.values()])
      .flatMap((rule) =>
        'text' in rule ? [] : [[rule.secretFile, secretIn(configuration, rule.secretFile)]],
      ),
  );

const secretIn = ({ files }: EdgeConfiguration, file: string): string => {
  const [secret = ''] = someSecrets(files, file);
  if (!HEADER_VALUE.test(secret)) throw new ConfigurationError([`${file}: holds what no header can`]);
  return secret;
};

/** A host that steps of type `http` call. */
export type ExternalHost = Pick<HttpStep, 'origin' | 'allowPrivate'>;

/** The hosts that the steps of all pipelines call; one may lie at a private address where some step says so. */
export const externalHosts = ({
  pipelines,
}: {
  readonly pipelines: ReadonlyMap<string, Pick<PipelineRules, 'enrich'>>;
}): readonly ExternalHost[] => {
  const hosts = new Map<string, boolean>();
  for (const { enrich } of pipelines.values()) {
    for (const step of enrich) {
      if (step.type === 'http')
        hosts.set(step.origin, step.allowPrivate || (hosts.get(step.origin) ?? false));
    }
  }
  return Array.from(hosts, ([origin, allowPrivate]) => ({ origin, allowPrivate }));
};

/** How often a step's failures are told, in milliseconds. */
const EVERY_MS = 60_000;

/** Tells the log now and then why a step fails: who asks may ask a thousand times a second. */
export type FailureLog = (pipeline: string, step: string, why: string) => void;

/** `clock` in milliseconds; it only goes forward. There are no more steps than the configuration names. */
export const createFailureLog = (logger: Pick<Logger, 'warn'>, clock: () => number): FailureLog => {
  const maySay = createThrottle(clock, EVERY_MS);
  return (pipeline, step, why) => {
    if (!maySay(JSON.stringify([pipeline, step]))) return;
    logger.warn({ pipeline, step, why }, 'an external system gives no answer that counts');
  };
};
