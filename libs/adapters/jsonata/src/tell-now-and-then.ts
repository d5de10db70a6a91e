import type { Logger } from '@kith/platform';
import type { MappingQuestion } from '@kith/ports';
import type { Answer } from './seat.ts';

/** How often it is told, in milliseconds. */
const EVERY_MS = 10_000;

/** Tells the log of a mapping that fails; who sends what it fails at may send it a thousand times a second. */
export const tellNowAndThen = (clock: () => number, logger: Pick<Logger, 'warn'>) => {
  let next = 0;
  return ({ pipeline, mappings }: MappingQuestion, answer: Answer): void => {
    if (clock() < next) return;
    next = clock() + EVERY_MS;
    const failed =
      answer.kind === 'failed'
        ? { mapping: answer.mapping, why: answer.why, code: answer.code }
        : { mapping: mappings.map(({ name }) => name).join(', '), why: answer.kind, code: '' };
    logger.warn({ pipeline, ...failed }, 'an own mapping fails: the data layer is kept as it came');
  };
};
