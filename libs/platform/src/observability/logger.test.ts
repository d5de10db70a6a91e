import { describe, expect, test } from 'vitest';
import { createLogger, type Logger, type LogLevel } from './logger.ts';

const recorded = (level: LogLevel): { logger: Logger; lines: () => Record<string, unknown>[] } => {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  return {
    logger: createLogger({ name: 'edge', level, destination }),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
};

describe('a log line', () => {
  test('is JSON with level, time, app, fields and message', () => {
    const { logger, lines } = recorded('info');
    logger.child({ requestId: 'r-1' }).info({ status: 200 }, 'answered');
    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        app: 'edge',
        requestId: 'r-1',
        status: 200,
        message: 'answered',
      },
    ]);
  });

  test('below the level is not written', () => {
    const { logger, lines } = recorded('warn');
    logger.info({}, 'no');
    logger.warn({}, 'yes');
    expect(lines().map(({ message }) => message)).toEqual(['yes']);
  });

  test('shows an error with its causes, and none of the data that hangs on it', () => {
    const { logger, lines } = recorded('info');
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', request: { body: 'hunter2' } });
    logger.error({ error: new TypeError('no store', { cause }) }, 'failed');
    const [line] = lines();
    expect(line?.['error']).toMatchObject({
      type: 'TypeError',
      message: 'no store',
      stack: expect.stringContaining('logger.test'),
      cause: { type: 'Error', message: 'refused', code: 'ECONNREFUSED' },
    });
    expect(JSON.stringify(line)).not.toContain('hunter2');
  });

  test('ends at an error that is its own cause', () => {
    const { logger, lines } = recorded('info');
    const error: Error = new Error('round');
    error.cause = error;
    logger.error({ error }, 'failed');
    expect(lines()).toHaveLength(1);
  });

  test('never has headers, bodies or secrets, even where somebody hands them over', () => {
    const { logger, lines } = recorded('info');
    logger.info(
      { headers: { cookie: 'hunter2' }, body: 'hunter2', token: 'hunter2', query: 'hunter2' },
      'oops',
    );
    expect(JSON.stringify(lines())).not.toContain('hunter2');
  });
});
