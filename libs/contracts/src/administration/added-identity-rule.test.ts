import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type * as Identity from '@kith/domain/identity';
import { anAccount } from '@kith/testing/builders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Contracts from '../index.ts';

const WORKSPACE = fileURLToPath(new URL('../../../../', import.meta.url));
const ROOMS = ['domain', 'contracts'];
const RULES = 'libs/domain/src/identity/rules';

/** The exercise: at a kiosk people come and go, so that its device moves between customers and links nobody. */
const RULE = `import { bindDevice } from '../draft/device.ts';
import { areTwo, defineRule, foundOf } from './identity-rule.ts';

/** C customer at a kiosk, X another one: the device goes over to X, and nothing is reported or linked. */
export const kiosk = defineRule({
  row: 'kiosk',
  sentence: 'a customer at a kiosk, and another one: the device moves, nothing else',
  matches: (encounter) => encounter.input.pipeline === 'kiosk' && areTwo(encounter, 'customer', 'customer'),
  apply: (draft, encounter) => bindDevice(draft, foundOf(encounter).umid),
});
`;

const withoutTests = {
  extends: '../../tsconfig.base.json',
  include: ['src'],
  exclude: ['**/*.test.ts', '**/*.fake.ts'],
};

/** Its line in the table, with the import: above the rules that it takes its case from. */
const withRule = (table: string): string =>
  table
    .replace('import { keep }', "import { kiosk } from './kiosk.ts';\nimport { keep }")
    .replace('\n  switchDevice,', '\n  kiosk,\n  switchDevice,');

let copy: string;
let identity: typeof Identity;
let contracts: typeof Contracts;

const sourceOf = (path: string): string => pathToFileURL(join(copy, 'libs', path)).href;

const tableOf = (root: string): Promise<string> => readFile(join(root, RULES, 'identity-rules.ts'), 'utf8');

const copyRoom = async (room: string): Promise<void> => {
  const from = join(WORKSPACE, 'libs', room);
  for (const part of ['src', 'package.json', 'tsconfig.json']) {
    await cp(join(from, part), join(copy, 'libs', room, part), { recursive: true });
  }
  await symlink(join(copy, 'libs', room), join(copy, 'node_modules/@kith', room));
};

const link = (from: string): Promise<void> =>
  symlink(join(WORKSPACE, from), join(copy, 'node_modules', basename(from)));

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'kith-identity-rule-'));
  await mkdir(join(copy, 'node_modules/@kith'), { recursive: true });
  await cp(join(WORKSPACE, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
  for (const room of ROOMS) await copyRoom(room);
  for (const name of ['zod', 'jsonata']) await link(`libs/contracts/node_modules/${name}`);
  await link('node_modules/@types');
  await writeFile(join(copy, RULES, 'kiosk.ts'), RULE);
  await writeFile(join(copy, RULES, 'identity-rules.ts'), withRule(await tableOf(copy)));
  identity = (await import(sourceOf('domain/src/identity/index.ts'))) as typeof Identity;
  contracts = (await import(sourceOf('contracts/src/index.ts'))) as typeof Contracts;
});
afterAll(() => rm(copy, { recursive: true, force: true }));

const NOW = 1_800_000_000_000;
const umid = (digit: string) => `${digit}0000000-0000-4000-8000-000000000000` as Identity.Umid;

const customerOf = (digit: string): Identity.Profile => ({
  ...identity.newVisitor(umid(digit), `profile-${digit}` as Identity.ProfileId, 'web', NOW - 1),
  version: 1,
  state: 'customer',
  identifiers: [{ name: 'customerId', value: digit, firstSeen: NOW - 1, lastSeen: NOW - 1 }],
});

/** A customer's device, and another customer's login. */
const meeting = (pipeline: string): Identity.DecisionInput => {
  const [current, owner] = [customerOf('c'), customerOf('a')];
  const umdid = umid('d') as string as Identity.Umdid;
  return {
    account: anAccount({ linking: new Set(['sameDevice']) }),
    pipeline,
    now: NOW,
    umdid,
    firstUmid: umid('f'),
    freshDevice: false,
    device: {
      umdid,
      umid: current.umid,
      identifiedBy: 1,
      bindingVersion: 1,
      firstSeen: NOW,
      lastSeen: NOW,
      retryKeys: [],
    },
    current,
    claims: [{ name: 'customerId', value: 'a', owner, storedUmid: owner.umid, holders: [] }],
    consent: { permissions: {}, acknowledgements: [] },
    retryKeys: [],
    newUmid: umid('e'),
    newProfileIds: ['first' as Identity.ProfileId, 'other' as Identity.ProfileId],
    seal: () => 'sealed',
  };
};

describe('an identity rule, added to a copy of the sources', () => {
  test('is one file, and one line in the table with its import', async () => {
    const before = (await tableOf(WORKSPACE)).split('\n');
    const after = (await tableOf(copy)).split('\n');
    expect(after.filter((line) => !before.includes(line))).toEqual([
      "import { kiosk } from './kiosk.ts';",
      '  kiosk,',
    ]);
    expect(after).toHaveLength(before.length + 2);
  });

  test('leaves nothing else to change: the types hold', async () => {
    const compiler = join(WORKSPACE, 'node_modules/typescript-7/bin/tsc');
    for (const room of ROOMS) {
      const project = join(copy, 'libs', room, 'tsconfig.json');
      await writeFile(project, JSON.stringify(withoutTests));
      const { stdout } = await promisify(execFile)(process.execPath, [compiler, '--project', project]);
      expect(stdout).toBe('');
    }
  });

  test('takes part in decisions, and takes no other case from its neighbours', () => {
    const { row, device, commit } = identity.decide(meeting('kiosk'));
    expect({ row, umid: device.umid }).toEqual({ row: 'kiosk', umid: umid('a') });
    expect({ changes: commit.changes, links: commit.links }).toEqual({ changes: [], links: [] });
    expect(identity.decide(meeting('web'))).toMatchObject({
      row: 'switch',
      device: { umid: umid('a') },
      commit: { changes: [{ type: 'profile.switched' }], links: [{ why: 'sameDevice' }] },
    });
  });

  test('takes part in explanations, their words and the enum on the wire', () => {
    const explanation = identity.explain(meeting('kiosk'));
    const { output } = contracts.resolverCalls.administration.explain;
    expect(output.parse(explanation)).toMatchObject({
      row: 'kiosk',
      changes: [{ kind: 'bound', umid: umid('a'), from: umid('c') }],
    });
    expect(identity.rowSentence(explanation.row)).toBe(
      'a customer at a kiosk, and another one: the device moves, nothing else',
    );
    expect(identity.DECISION_ROWS).toContain('kiosk');
    expect(output.safeParse({ ...explanation, row: 'tablet' }).success).toBe(false);
  });
});
