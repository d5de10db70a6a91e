import { expect, test } from 'vitest';
import { svgOf } from './plot.ts';

const plot = {
  ...{ title: 'Answers & "waits"', unit: 'ms', seconds: 20, logarithmic: true },
  series: [
    {
      name: 'p50 <all>',
      points: [
        [0, 1],
        [10, 10],
        [20, 1_000],
      ] as const,
    },
  ],
  bands: [{ name: 'Kafka stopped', from: 5, to: 10 }],
};

test('a plot has its lines, its marked stretches and the texts of both, none of them as markup', () => {
  const svg = svgOf(plot);
  const heights = /<polyline points="([^"]+)"/
    .exec(svg)![1]!
    .split(' ')
    .map((pair) => Number(pair.split(',')[1]));
  // From 0.1 to 1,000 are four tens: one, two, and four of them up.
  const [bottom, top] = [376, 48];
  const of = (tens: number): number => bottom - ((bottom - top) * tens) / 4;
  expect(heights).toEqual([of(1), of(2), of(4)]);
  expect(svg).toContain('Kafka stopped');
  expect(svg).toContain('p50 &#60;all&#62;');
  expect(svg).not.toMatch(/<all>/);
});
