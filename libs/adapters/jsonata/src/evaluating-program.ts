import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { createEvaluator, type Evaluate } from './evaluator.ts';
import type { ItemReply, Question, Reply } from './messages.ts';

const NOT_BEGUN: ItemReply = { kind: 'failed', why: 'busy', mapping: '', code: '' };

/** The program of a process that evaluates: one question after another, until its parent hangs up. */
const evaluate = createEvaluator();

const reply = (message: Reply): void => {
  process.send?.(message);
};

new Worker(new URL('./orphan-watch.js', import.meta.url), { workerData: process.ppid }).unref();
process.on('message', (question: Question) => void evaluateInTurn(evaluate, question, reply));
process.on('disconnect', () => process.exit());
// A terminal sends its signals to the whole group: when this process ends is its parent's to say.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
reply({ kind: 'ready' });

/** Replies to each item by itself, so that one that ends the process costs none that came before it. */
const evaluateInTurn = async (
  evaluate: Evaluate,
  { withinMs, inputs, items }: Question,
  reply: (reply: ItemReply) => void,
): Promise<void> => {
  const end = performance.now() + withinMs;
  for (const item of items) reply(performance.now() < end ? await evaluate(item, inputs) : NOT_BEGUN);
};
