import { createThrottle, type Logger } from '@kith/platform';
import type { Job } from './batch.ts';
import type { Answer } from './worker-slot.ts';

/** How often each kind is told, in milliseconds. */
const EVERY_MS = 10_000;

const SENTENCES = {
  mapping: 'an own mapping fails: the data layer is kept as it came',
  expression: 'an expression of the configuration fails: nobody can say what it would make',
};

/** Tells the log of what fails; who sends what it fails at may send it a thousand times a second. */
export const tellNowAndThen = (clock: () => number, logger: Pick<Logger, 'warn'>) => {
  const maySay = createThrottle(clock, EVERY_MS);
  return (job: Job, answer: Answer): void => {
    const { kind } = job.item;
    if (!maySay(kind)) return;
    logger.warn({ ...aboutOf(job), ...failureOf(answer) }, SENTENCES[kind]);
  };
};

const aboutOf = ({ owner, item }: Job): object =>
  item.kind === 'expression'
    ? { owner }
    : { pipeline: item.pipeline, mapping: item.mappings.map(({ name }) => name).join(', ') };

const failureOf = (answer: Answer): object => {
  if (answer.kind !== 'failed') return { why: answer.kind, code: '' };
  const { why, code, mapping } = answer;
  return { why, code, ...(mapping === '' ? {} : { mapping }) };
};
