import { expect, test } from 'vitest';
import { runKith } from '../cli/run-kith.ts';
import { createVisitor } from '../kit/visitor.ts';
import type { ImportReport, ImportStage } from './import-stage.ts';

/** How long a command may take on a loaded machine, in milliseconds. */
const SLOW_MS = 120_000;

/** What the tests of attributes stand on. */
export type AttributeStage = {
  readonly stage: () => ImportStage;
  readonly imported: (fileName: string, content: string) => Promise<ImportReport>;
  /** What a command says that takes nothing of the file. */
  readonly refusal: (fileName: string, content: string) => Promise<string>;
};

/** What `kith import profiles` does with attributes, wherever the profiles lie. */
export const defineAttributes = ({ stage, imported, refusal }: AttributeStage): void => {
  const kith = (...args: readonly string[]) => runKith([...args, '--account', 'demo'], { env: stage().env });
  const attributesOf = async (query: string) =>
    (await createVisitor(stage().url).info(`${query}&attributes`)).attributes;

  test(
    'attributes are answered beside the computed ones; the latest stands, and what is older is told as outdated',
    async () => {
      const head = 'customerId,tier,region,modifiedAt\n';
      const first = `${head}at-1,gold,north,2026-02-01T00:00Z\nat-2,silver,,2026-02-01T00:00Z\n`;
      expect(await imported('attributes-1.csv', first)).toMatchObject({ taken: 2, refused: [] });
      expect(await attributesOf('&customerId=at-1')).toMatchObject({
        tier: 'gold',
        region: 'north',
        pageViews: '',
        lastPage: '',
        topCategory: '',
      });
      const second = `${head}at-1,silver,,2026-01-01T00:00Z\nat-1,,south,2026-03-01T00:00Z\n`;
      expect(await imported('attributes-2.csv', second)).toMatchObject({ taken: 1, outdated: 1 });
      expect(await attributesOf('&customerId=at-1')).toMatchObject({ tier: 'gold', region: 'south' });
      expect(await attributesOf('&customerId=at-2')).toMatchObject({ tier: 'silver', region: '' });
      expect(await imported('attributes-1.csv', first)).toMatchObject({
        taken: 0,
        unchanged: 1,
        outdated: 1,
      });
    },
    SLOW_MS,
  );

  test(
    'a column or member that is no imported attribute is refused, and so is a value that is too long',
    async () => {
      const unknown = 'customerId,shoeSize,modifiedAt\nat-3,43,2026-02-01T00:00Z\n';
      expect(await refusal('attributes-unknown.csv', unknown)).toContain('"shoeSize"');
      const computed = 'customerId,pageViews,modifiedAt\nat-3,43,2026-02-01T00:00Z\n';
      expect(await refusal('attributes-computed.csv', computed)).toContain('"pageViews"');
      const lines = [{ shoeSize: '43' }, { pageViews: '7' }, { tier: 'x'.repeat(513) }, { tier: {} }];
      const text = lines
        .map((more) => JSON.stringify({ customerId: 'at-3', modifiedAt: '2026-02-01T00:00Z', ...more }))
        .join('\n');
      const { refused } = await imported('attributes-wrong.ndjson', text);
      expect(refused.map(({ line, reason }) => `${line} ${reason.split(':', 1)[0]}`)).toEqual([
        '1 "shoeSize"',
        '2 pageViews',
        '3 tier',
        '4 tier',
      ]);
    },
    SLOW_MS,
  );

  test(
    'a merge keeps the latest of each, undoing it gives back what was, and both are in the export with their times',
    async () => {
      const visitor = createVisitor(stage().url);
      await visitor.info('&deviceId=at-device');
      const head = 'deviceId,customerId,tier,region,modifiedAt\n';
      const content =
        `${head}at-device,,gold,east,2026-02-01T00:00Z\n` +
        `,at-4,silver,,2026-03-01T00:00Z\n,at-4,,west,2026-01-01T00:00Z\n`;
      expect(await imported('attributes-merge.csv', content)).toMatchObject({ taken: 3 });
      const { umid } = await visitor.info('&customerId=at-4');
      expect(await attributesOf('&customerId=at-4')).toMatchObject({ tier: 'silver', region: 'east' });
      const exported = await kith('export', 'umid', umid, '--reason', 'ticket 9');
      expect(JSON.parse(exported.stdout)).toMatchObject({
        attributes: {
          tier: { value: 'silver', modifiedAt: '2026-03-01T00:00:00.000Z' },
          region: { value: 'east', modifiedAt: '2026-02-01T00:00:00.000Z' },
        },
      });
      expect((await kith('unmerge', umid, '--reason', 'ticket 10')).exitCode).toBe(0);
      expect(await attributesOf('&customerId=at-4')).toMatchObject({ tier: 'silver', region: 'west' });
      expect((await visitor.info('&attributes')).attributes).toMatchObject({ tier: 'gold', region: 'east' });
    },
    SLOW_MS,
  );
};
