import { median } from '../summarise.ts';
import { markdownTable } from '../table.ts';
import type { SinkSample } from './measure-sink.ts';

const HEADS = ['', 'events/s', 'documents/s', 'CPU, s per 100,000 documents'];

/** The medians of sink and bare insertMany over their rounds, and what the first is of the second. */
export const sinkTable = (samples: readonly SinkSample[]): string => {
  const of = (value: (sample: SinkSample) => number): number => median(samples.map(value));
  return markdownTable(
    [
      HEADS,
      [
        'sink, exactly once',
        of(({ events, sink }) => events / sink).toFixed(0),
        of(({ written, sink }) => written / sink).toFixed(0),
        of(({ written, sinkCpu }) => (sinkCpu / written) * 100_000).toFixed(1),
      ],
      [
        'bare insertMany',
        '',
        of(({ written, bare }) => written / bare).toFixed(0),
        of(({ written, bareCpu }) => (bareCpu / written) * 100_000).toFixed(1),
      ],
      ['sink to insertMany', '', `${of(({ sink, bare }) => (100 * bare) / sink).toFixed(0)} %`, ''],
    ],
    0,
  );
};
