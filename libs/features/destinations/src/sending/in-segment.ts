import { evaluateSegments } from '@kith/ports';
import type { Expressions } from '@kith/ports';
import type { InSegment } from './destination-deps.ts';

/** Asks the condition of the segment, of the person as it is now. */
export const inSegmentBy =
  (expressions: Expressions, clock: () => number): InSegment =>
  async (deadline, account, segment, person) => {
    const material = { account, ...person, now: clock() };
    const [answers] = await evaluateSegments(expressions, deadline, [material], [segment]);
    return answers?.get(segment) ?? null;
  };
