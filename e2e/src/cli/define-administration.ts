import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { createVisitor, type Visitor } from '../kit/visitor.ts';
import { runKith } from './run-kith.ts';

/** A Kith, and what tells a command where it is. */
export type Stage = {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
};

type Explained = {
  readonly way: string;
  readonly explanation: {
    readonly row: string;
    readonly umid: string;
    readonly matched: readonly unknown[];
    readonly changes: readonly { readonly kind: string }[];
  } | null;
};

/** What `kith unmerge` and `kith explain` do, wherever the profiles lie. */
export const defineAdministration = (name: string, open: () => Promise<Stage>): void =>
  void describe(name, () => {
    let stage: Stage;
    /** Others on the same stage have customers of their own. */
    const run = randomBytes(4).toString('hex');
    const endings = useEndings();
    beforeAll(async () => {
      stage = await open();
      endings.push(() => stage.end());
    }, 180_000);

    const kith = (args: readonly string[], input?: string) =>
      runKith(args, { env: stage.env, ...(input === undefined ? {} : { input }) });
    const unmerge = (umid: string) => kith(['unmerge', '--account', 'demo', umid]);
    const explain = async (visitor: Visitor, target: string, ...options: readonly string[]) => {
      const cookie = visitor.cookie('umdid');
      const ofDevice = cookie === undefined ? [] : ['--cookie', cookie];
      const { stdout, stderr } = await kith(['explain', target, '--json', ...ofDevice, ...options]);
      expect(stderr).toBe('');
      return JSON.parse(stdout) as Explained;
    };
    /** A customer, and a visitor on another device, who has consented to something. */
    const twoPersons = async (customerId: string) => {
      const [customer, visitor] = [createVisitor(stage.url), createVisitor(stage.url)];
      const { umid } = await customer.info(`&customerId=${customerId}`);
      const other = await visitor.info('&permissions', { permission: { 'CS-OPT': true } });
      return { customer, visitor, umid, visitorsUmid: other.umid };
    };

    test('unmerge restores both sides, and both devices are told so at once', async () => {
      const { customer, visitor, umid, visitorsUmid } = await twoPersons(`unmerge-1-${run}`);
      expect((await visitor.info(`&customerId=unmerge-1-${run}`)).umid).toBe(umid);
      const { exitCode, stdout } = await unmerge(umid);
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${visitorsUmid}\n` });
      expect((await visitor.info()).umid).toBe(visitorsUmid);
      expect(await visitor.info('&permissions&identifiers')).toMatchObject({
        umid: visitorsUmid,
        state: 0,
        permissions: { 'CS-OPT': true },
        identifiers: [],
      });
      expect(await customer.info('&permissions')).toMatchObject({ umid, state: 1, permissions: {} });
    });

    test('unmerge takes the newest merge first, by either side, and ends when there is none', async () => {
      const { visitor, umid, visitorsUmid } = await twoPersons(`unmerge-2-${run}`);
      const later = createVisitor(stage.url);
      const laterUmid = (await later.info('', { permission: { 'CS-OPT': true } })).umid;
      await visitor.info(`&customerId=unmerge-2-${run}`);
      await later.info(`&customerId=unmerge-2-${run}`);
      const tooEarly = await unmerge(visitorsUmid);
      expect({ exitCode: tooEarly.exitCode, stdout: tooEarly.stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(tooEarly.stderr).toContain(laterUmid);
      expect((await unmerge(laterUmid)).stdout).toBe(`${laterUmid}\n`);
      expect((await unmerge(umid)).stdout).toBe(`${visitorsUmid}\n`);
      expect((await unmerge(umid)).exitCode).toBe(1);
    });

    test('unmerge of what nobody has, and in an account that nobody has, is a failure', async () => {
      const stranger = '0b0c1d2e-3f40-4a5b-8c6d-7e8f90a1b2c3';
      expect(await unmerge(stranger)).toMatchObject({ exitCode: 1, stdout: '' });
      const elsewhere = await kith(['unmerge', '--account', 'nobody', stranger]);
      expect(elsewhere).toMatchObject({ exitCode: 1, stdout: '' });
      expect(elsewhere.stderr).toContain('has no account "nobody"');
    });

    test.each([
      ['consent', 'history', 'customerId', 'a\u001b[1mb'],
      ['export', 'customerId', 'a\nb', '--reason', 'none'],
      ['erase', 'profileId', 'a\u007fb', '--reason', 'none'],
    ])('a value with a control character is a failure that says so: %s %s', async (...words) => {
      const ran = await kith([...words, '--account', 'demo']);
      expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
      expect(ran.stderr).toMatch(/"(customerId|profileId)": The value has a control character\./);
    });

    test('explain tells who matches, which row decides and what would change, and changes nothing', async () => {
      const { visitor, umid, visitorsUmid } = await twoPersons(`explain-1-${run}`);
      const { way, explanation } = await explain(
        visitor,
        `/op/web/info?customerId=explain-1-${run}&permissions`,
      );
      expect(way).toBe('resolver');
      expect(explanation).toMatchObject({
        row: 'mergeVisitor',
        umid,
        matched: [{ name: 'customerId', value: `explain-1-${run}`, umid, role: 'decided' }],
      });
      expect(explanation?.changes).toContainEqual({ kind: 'merged', umid, absorbed: visitorsUmid });
      expect(await visitor.info('&permissions')).toMatchObject({ umid: visitorsUmid, state: 0 });
    });

    test('explain reads a payload, from a file or standard input, with headers', async () => {
      const { visitor, visitorsUmid } = await twoPersons(`explain-2-${run}`);
      const cookie = ['--cookie', visitor.cookie('umdid') ?? ''];
      const header = ['--header', 'Content-Type: text/plain', '--header', 'Idempotency-Key: once'];
      const { stdout } = await kith(
        ['explain', `${stage.url}/op/web/info`, '--body', '-', '--json', ...cookie, ...header],
        JSON.stringify({ permission: { 'CS-OPT': false } }),
      );
      expect((JSON.parse(stdout) as Explained).explanation?.changes).toEqual([
        { kind: 'consent', umid: visitorsUmid, permissions: { 'CS-OPT': false }, acknowledgements: [] },
      ]);
      expect((await visitor.info('&permissions')).permissions).toEqual({ 'CS-OPT': true });
    });

    test('explain says where the resolver would not be asked', async () => {
      const { visitor } = await twoPersons(`explain-3-${run}`);
      expect(await explain(createVisitor(stage.url), '/op/web/info')).toMatchObject({
        way: 'firstVisit',
        explanation: null,
      });
      const returning = await explain(visitor, '/op/web/info');
      expect(returning).toMatchObject({ way: 'cache', explanation: { row: 'stay', changes: [] } });
    });

    test('explain tells a person the same in words', async () => {
      const { stdout } = await kith(['explain', '/op/web/info?customerId=nobody-has-it']);
      expect(stdout).toMatch(/^Row +create/m);
      expect(stdout).toMatch(/^Changes +a new one is created, a customer$/m);
    });

    test.each([
      [400, ['/op/web/info?out=xml'], '?out'],
      [400, ['/op/web/info', '--body', '-'], '/permissions'],
      [400, ['/op/web/info?customerId=a%00b'], '?customerId: has a control character'],
      [403, ['/op/web/info', '--header', 'Origin: https://elsewhere.test'], 'another site'],
      [404, ['/op/nowhere/info'], 'There is no pipeline "nowhere"; there are: web'],
      [404, ['/nowhere'], '/op/{pipeline}/info'],
    ])(
      'explain of a request that is answered with %i is a failure that says why: %j',
      async (status, args, why) => {
        const ran = await kith(['explain', ...args], '{"permissions":{}}');
        expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
        expect(ran.stderr).toContain(`status ${status}`);
        expect(ran.stderr).toContain(why);
      },
    );
  });
