import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { evaluateInTurn } from './evaluate-in-turn.ts';
import { createEvaluator } from './evaluator.ts';
import type { Question, Reply } from './messages.ts';

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
