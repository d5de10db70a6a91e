import { openExpressions, type OpenedExpressions } from '@kith/jsonata';
import { setTimeout as pause } from 'node:timers/promises';
import { createLive } from '@kith/platform';
import type { Expressions } from '@kith/ports';
import { ampleDeadline } from '@kith/testing';

// A process runs what was built.
const program = new URL('../../../libs/adapters/jsonata/dist/evaluating-program.js', import.meta.url);

/** Expressions as the apps evaluate them, and how many questions they were asked. */
export interface CountedExpressions extends Pick<OpenedExpressions, 'close'> {
  readonly expressions: Expressions;
  readonly asked: () => number;
}

/** Its processes have started: how long that takes on a busy machine counts for nothing. */
export const countedExpressions = async (): Promise<CountedExpressions> => {
  const isNeeded = createLive(true).live;
  const { expressions, close } = openExpressions({ isNeeded, logger: { warn: () => undefined }, program });
  await untilReady(expressions);
  let asked = 0;
  return {
    expressions: {
      evaluate: (deadline, questions) => {
        asked += questions.length;
        return expressions.evaluate(deadline, questions);
      },
    },
    asked: () => asked,
    close,
  };
};

/** Two at once are answered where both processes are there. */
const untilReady = async ({ evaluate }: Expressions): Promise<void> => {
  const question = {
    owner: 'ready',
    expression: '$reduce([1..1000], function($a, $b) { $a + $b })',
    input: null,
  };
  for (;;) {
    const both = await Promise.all([1, 2].map(() => evaluate(ampleDeadline(), [question])));
    if (both.flat().every(({ kind }) => kind === 'made')) return;
    await pause(20);
  }
};
