import { answer } from './answer.ts';
import type { Exchange } from './exchange.ts';

/** Answers a call with JSON that nobody may keep. */
export const answerJson = (exchange: Exchange, value: unknown): void =>
  answer(
    exchange,
    200,
    ['Content-Type', 'application/json', 'Cache-Control', 'no-store'],
    JSON.stringify(value),
  );
