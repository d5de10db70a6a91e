import { ANSWER_LINES_TYPE, type CallOutcome } from '@kith/contracts';
import type { Exchange } from '@kith/platform';

/** The lines of an answer to several calls. */
export interface AnswerLines {
  add(outcome: CallOutcome): void;
}

const HEADERS: readonly string[] = ['Content-Type', ANSWER_LINES_TYPE, 'Cache-Control', 'no-store'];

/** An answer of so many lines. Those that are ready in one turn of the loop leave in one write; the last ends the answer. */
export const createAnswerLines = ({ response, headers }: Exchange, count: number): AnswerLines => {
  let ready = '';
  let left = count;
  const write = (): void => {
    // Nobody waits any more.
    if (response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, [...headers, ...HEADERS]);
    if (left === 0) response.end(ready);
    else response.write(ready);
    ready = '';
  };
  return {
    add: (outcome) => {
      if (ready === '') setImmediate(write);
      ready += `${JSON.stringify(outcome)}\n`;
      left -= 1;
    },
  };
};
