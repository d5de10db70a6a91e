import { expect, test } from 'vitest';
import { runKith } from '../cli/run-kith.ts';
import { createVisitor } from '../kit/visitor.ts';
import { HEADER, type ImportReport, type ImportStage } from './import-stage.ts';

/** How long a command may take on a loaded machine, in milliseconds. */
const SLOW_MS = 120_000;
const DAY_MS = 86_400_000;

/** What the tests of erased persons stand on. */
export type ErasedStage = {
  readonly stage: () => ImportStage;
  readonly imported: (
    kind: 'permissions' | 'profiles',
    fileName: string,
    content: string,
  ) => Promise<ImportReport>;
};

/** An import of somebody who was erased, wherever the profiles lie (docs/behaviour.md#erasure). */
export const defineErased = ({ stage, imported }: ErasedStage): void => {
  const erase = (id: string) =>
    runKith(['erase', 'customerId', id, '--account', 'demo', '--reason', 'ticket 42'], {
      env: stage().env,
    });
  const shown = (id: string) =>
    createVisitor(stage().url).info(`&customerId=${id}&permissions&identifiers&attributes`);
  /** Somebody with a permission, an acknowledged notification, a further identifier and an attribute. */
  const erased = async (id: string): Promise<void> => {
    await createVisitor(stage().url).info(`&customerId=${id}&enemail=${id}-mail`, {
      permission: { 'CS-OM': true },
    });
    const line = JSON.stringify({ customerId: id, tier: 'gold', modifiedAt: Date.now() - DAY_MS });
    expect(await imported('profiles', `${id}-before.ndjson`, line)).toMatchObject({ taken: 1 });
    expect((await erase(id)).exitCode).toBe(0);
  };

  test(
    'permissions from before an erasure are refused line by line, and bring nobody back; later ones begin afresh',
    async () => {
      await erased('er-1');
      const lineAt = (permission: string, at: number): string =>
        `customerId,er-1,${permission},true,${new Date(at).toISOString()}\n`;
      const old = [lineAt('CS-OPT', Date.now() - DAY_MS), lineAt('CS-NBA', Date.now() - 2 * DAY_MS)];
      const refused = await imported('permissions', 'er-1-old.csv', `${HEADER}${old.join('')}`);
      expect(refused).toMatchObject({ lines: 2, taken: 0, outdated: 0, unchanged: 0 });
      expect(refused.refused).toEqual(
        [2, 3].map((line) => ({ line, reason: expect.stringContaining('erasure') })),
      );
      expect((await erase('er-1')).exitCode).toBe(1);

      const mixed = `${HEADER}${lineAt('CS-NBA', Date.now() - DAY_MS)}${lineAt('CS-OPT', Date.now())}`;
      expect(await imported('permissions', 'er-1-new.csv', mixed)).toMatchObject({
        taken: 1,
        refused: [{ line: 2, reason: expect.stringContaining('erasure') }],
      });
      const { permissions, identifiers, attributes } = await shown('er-1');
      expect({ permissions, identifiers, tier: attributes?.['tier'] }).toEqual({
        permissions: { 'CS-OPT': true },
        identifiers: [{ name: 'customerId', value: 'er-1' }],
        tier: '',
      });
    },
    SLOW_MS,
  );

  test(
    'profiles from before an erasure are refused line by line, by whichever identifier; later ones begin afresh',
    async () => {
      await erased('er-2');
      const lineAt = (members: object, modifiedAt: number): string =>
        `${JSON.stringify({ ...members, tier: 'silver', modifiedAt })}\n`;
      const old =
        lineAt({ customerId: 'er-2' }, Date.now() - DAY_MS) +
        lineAt({ customerId: 'er-2-other', enemail: 'er-2-mail' }, Date.now() - DAY_MS);
      const { taken, refused } = await imported('profiles', 'er-2-old.ndjson', old);
      expect({ taken, refused }).toEqual({
        taken: 0,
        refused: [1, 2].map((line) => ({ line, reason: expect.stringContaining('erasure') })),
      });
      expect((await erase('er-2')).exitCode).toBe(1);

      const again = lineAt({ customerId: 'er-2' }, Date.now());
      expect(await imported('profiles', 'er-2-new.ndjson', again)).toMatchObject({ taken: 1, refused: [] });
      const { permissions, identifiers, attributes } = await shown('er-2');
      expect({ permissions, identifiers, tier: attributes?.['tier'] }).toEqual({
        permissions: {},
        identifiers: [{ name: 'customerId', value: 'er-2' }],
        tier: 'silver',
      });
    },
    SLOW_MS,
  );

  test(
    'what shares an identifier with somebody who was erased is imported, also from before the erasure',
    async () => {
      await createVisitor(stage().url).info('&customerId=er-3&mt2=er-line');
      await createVisitor(stage().url).info('&customerId=er-3-neighbour&mt2=er-line');
      expect((await erase('er-3')).exitCode).toBe(0);
      const old = new Date(Date.now() - DAY_MS).toISOString();
      const lines = ['er-3-neighbour', 'er-3-third', 'er-3'].map((id) => `${id},er-line,silver,${old}\n`);
      const content = `customerId,mt2,tier,modifiedAt\n${lines.join('')}`;
      expect(await imported('profiles', 'er-3.csv', content)).toMatchObject({
        taken: 2,
        refused: [{ line: 4, reason: expect.stringContaining('erasure') }],
      });
      for (const id of ['er-3-neighbour', 'er-3-third']) {
        const { identifiers, attributes } = await shown(id);
        expect(identifiers).toContainEqual({ name: 'mt2', value: 'er-line' });
        expect(attributes?.['tier']).toBe('silver');
      }
      expect((await erase('er-3')).exitCode).toBe(1);
    },
    SLOW_MS,
  );
};
