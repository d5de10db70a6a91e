import { expect, test } from 'vitest';
import { createUnknownPipeline } from './unknown-pipeline.ts';

test('however many names are tried, a minute has one line, which counts the others', () => {
  let now = 0;
  const lines: unknown[] = [];
  const tell = createUnknownPipeline({
    logger: { warn: (fields) => lines.push(fields) },
    clock: () => now,
  });
  const configured = Array.from({ length: 40 }, (_, index) => `p${index}`);
  for (let request = 0; request < 1_000; request += 1) tell(`web${request}`, configured);
  now = 59_999;
  tell('later', configured);
  now = 60_000;
  tell('%0Aa line of its own', ['web']);
  const first = {
    pipeline: 'web0',
    requestsSince: 1,
    pipelines: configured.slice(0, 32),
    furtherPipelines: 8,
  };
  const second = { pipeline: null, requestsSince: 1_001, pipelines: ['web'], furtherPipelines: 0 };
  expect(lines).toEqual([first, second]);
});
