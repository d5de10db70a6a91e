import { performance } from 'node:perf_hooks';
import type { Evaluate } from './evaluator.ts';
import type { ItemReply, Question } from './messages.ts';

const NOT_BEGUN: ItemReply = { kind: 'failed', why: 'busy', mapping: '', code: '' };

/** Replies to each item by itself, so that one that ends the process costs none that came before it. */
export const evaluateInTurn = async (
  evaluate: Evaluate,
  { withinMs, inputs, items }: Question,
  reply: (reply: ItemReply) => void,
): Promise<void> => {
  const end = performance.now() + withinMs;
  for (const item of items) reply(performance.now() < end ? await evaluate(item, inputs) : NOT_BEGUN);
};
