import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { eventually } from '../kit/eventually.ts';
import { createVisitor, partsOf, type Visitor } from '../kit/visitor.ts';

/** A Kith, what tells a command where it is, and everything that its stores and caches hold. */
export type PrivacyStage = {
  readonly url: () => string;
  readonly env: Readonly<Record<string, string>>;
  /** Every key and value of every store and cache, as text. */
  readonly everything: () => Promise<string>;
  readonly end: () => Promise<void>;
};

type Proof = {
  readonly erasure: string;
  readonly removed: Readonly<Record<string, number>>;
  readonly lastCopyGoneOn: string;
  readonly completedAt: string;
};

type ExportDocument = {
  readonly about: Readonly<Record<string, string>>;
  readonly consentHistory: readonly { readonly fact: { readonly kind: string } }[];
  readonly events: readonly unknown[];
};

const MAIN = { 'CS-OPT': true, 'CS-OM': false };

/** What `kith erase` leaves of a person: nothing, wherever the profiles lie. */
export const defineErasure = (name: string, open: () => Promise<PrivacyStage>): void =>
  void describe(name, () => {
    let stage: PrivacyStage;
    const endings = useEndings();
    beforeAll(async () => {
      stage = await open();
      endings.push(() => stage.end());
    }, 240_000);

    const kith = (...args: readonly string[]) => runKith(args, { env: stage.env });
    const erase = (id: string, value: string, reason = 'ticket 42') =>
      kith('erase', id, value, '--account', 'demo', '--reason', reason);
    const newVisitor = (umdid?: string): Visitor =>
      createVisitor(stage.url(), umdid === undefined ? {} : { umdid });

    /** Somebody with two devices that merged, a permission, an acknowledgement, a shared line and events. */
    const somebody = async (id: string) => {
      const marks = [`${id}-login`, `${id}-mail`, `${id}-line`, `${id}-page`, `${id}-first`];
      const [one, other] = [newVisitor(), newVisitor()];
      const body = {
        permission: MAIN,
        notification: [{ name: 'MAIN_CS', version: 2, permissions: ['CS-OPT'], uxvariant: 'wall' }],
        data: [{ page: { name: `${id}-page`, action: 'view', url: `https://www.example.com/${id}-page` } }],
      };
      await other.info('', { data: [{ page: { name: `${id}-first` } }], permission: { 'CS-NBA': true } });
      const { umid } = await one.info(`&customerId=${id}-login&enemail=${id}-mail&mt2=${id}-line`, body);
      await newVisitor().info(`&customerId=${id}-neighbour&mt2=${id}-line`);
      await other.info(`&customerId=${id}-login`);
      await eventually(
        () => one.info('&attributes&permissions'),
        ({ attributes, permissions }) =>
          attributes?.['pageViews'] === '2' && permissions?.['CS-NBA'] === true,
      );
      return { umid, devices: [one, other] as const, marks: marks.filter((mark) => !mark.endsWith('-line')) };
    };

    test('nothing of the person is found in any store or cache afterwards, and the proof says what it was', async () => {
      const { marks } = await somebody('gone');
      const before = await stage.everything();
      expect(marks.filter((mark) => !before.includes(mark) && mark !== 'gone-mail')).toEqual([]);
      const { exitCode, stdout } = await erase('customerId', 'gone-login');
      expect(exitCode).toBe(0);
      const proof = JSON.parse(stdout) as Proof;
      expect(proof.removed).toMatchObject({
        profiles: 2,
        devices: 2,
        events: 2,
        sharedHoldings: 1,
        links: 1,
      });
      expect(proof.removed['consentEntries']).toBeGreaterThanOrEqual(5);
      const days =
        (Date.parse(proof.lastCopyGoneOn) - Date.parse(proof.completedAt.slice(0, 10))) / 86_400_000;
      expect(days).toBe(7);
      const after = await stage.everything();
      expect(marks.filter((mark) => after.includes(mark))).toEqual([]);
    }, 120_000);

    test('a stale cookie and a fresh login start afresh, and the old umid leads nowhere', async () => {
      const { umid, devices } = await somebody('back');
      const stale = partsOf(devices[0].cookie('umdid'));
      expect((await erase('umid', umid)).exitCode).toBe(0);
      const anonymous = await devices[0].info('&identifiers&permissions&attributes');
      expect(anonymous).toMatchObject({ state: 0, identifiers: [], permissions: {} });
      const now = partsOf(devices[0].cookie('umdid'));
      expect([now.umdid === stale.umdid, now.umid === stale.umid]).toEqual([false, false]);
      await devices[1].info('', { data: [{ page: { name: 'back-late' } }] });
      const again = await newVisitor().info('&customerId=back-login&permissions&identifiers');
      expect(again).toMatchObject({ state: 1, permissions: {} });
      expect(again.identifiers).toEqual([{ name: 'customerId', value: 'back-login' }]);
      expect(again.umid).not.toBe(umid);
      expect((await erase('umid', umid)).exitCode).toBe(1);
      expect((await erase('customerId', 'back-login')).exitCode).toBe(0);
    }, 120_000);

    test('an old import brings nobody back, a newer one does', async () => {
      await somebody('imported');
      expect((await erase('customerId', 'imported-login')).exitCode).toBe(0);
      const importedAt = async (modifiedAt: number) => {
        const line = JSON.stringify({ customerId: 'imported-login', enemail: 'imported-mail', modifiedAt });
        const args = ['import', 'profiles', '-', '--format', 'ndjson', '--account', 'demo'];
        return runKith(args, { env: stage.env, input: `${line}\n` });
      };
      const old = await importedAt(Date.now() - 86_400_000);
      expect(old.exitCode).toBe(1);
      expect(old.stdout).toContain('erasure');
      expect((await erase('customerId', 'imported-login')).exitCode).toBe(1);
      expect((await importedAt(Date.now())).exitCode).toBe(0);
      expect((await erase('customerId', 'imported-login')).exitCode).toBe(0);
    }, 120_000);

    test('is asked for by umdid and profileId as well; who is not there is a failure', async () => {
      const { devices } = await somebody('named');
      expect((await erase('umdid', partsOf(devices[1].cookie('umdid')).umdid)).exitCode).toBe(0);
      const nobody = await erase('customerId', 'named-login');
      expect(nobody).toMatchObject({ exitCode: 1, stdout: '' });
      expect((await erase('shoeSize', '43')).exitCode).toBe(1);
      expect((await kith('erase', 'customerId', 'x', '--account', 'demo')).exitCode).toBe(2);
    }, 120_000);

    test('before that everything can be shown, in a document that explains itself', async () => {
      const { umid, devices } = await somebody('shown');
      const { exitCode, stdout } = await kith(
        ...['export', 'customerId', 'shown-login', '--account', 'demo', '--reason', 'ticket 7'],
      );
      expect(exitCode).toBe(0);
      const document = JSON.parse(stdout) as ExportDocument;
      expect(document).toMatchObject({
        account: 'demo',
        profile: { umid, state: 'customer' },
        permissions: { 'CS-OPT': { granted: true }, 'CS-NBA': { granted: true } },
        acknowledgements: [{ name: 'MAIN_CS', version: 2, uxvariant: 'wall' }],
        umids: [{ umid }, { merge: { into: umid }, activity: { events: 1 } }],
      });
      for (const mark of ['shown-login', 'shown-mail', 'shown-line', 'shown-page', 'shown-first']) {
        expect(stdout).toContain(mark);
      }
      for (const device of devices) expect(stdout).toContain(partsOf(device.cookie('umdid')).umdid);
      const facts = document.consentHistory.map(({ fact }) => fact.kind);
      expect(facts.toSorted().filter((kind, index, all) => kind !== all[index - 1])).toEqual([
        'acknowledgement',
        'merge',
        'permission',
      ]);
      expect(document.events).toHaveLength(2);
      const explained = Object.keys(document.about);
      expect(
        Object.keys(document).filter((member) => member !== 'about' && !explained.includes(member)),
      ).toEqual([]);
      const trail = await kith('audit', 'list', '--account', 'demo');
      expect(trail.stdout).toMatch(/export .*"ticket 7"\n$/);
    }, 120_000);

    test('is written into the audit trail, which holds, without a value of the person', async () => {
      const { umid } = await somebody('audited');
      const keyedHash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
      const undone = await kith('unmerge', umid, '--account', 'demo', '--reason', 'ticket 4710');
      expect(undone.exitCode).toBe(0);
      const { stdout } = await erase('customerId', 'audited-login', 'ticket 4711');
      const { erasure } = JSON.parse(stdout) as Proof;
      const listed = await kith('audit', 'list', '--account', 'demo', '--json');
      const entries = JSON.parse(listed.stdout) as readonly Record<string, unknown>[];
      expect(entries.at(-1)).toMatchObject({
        act: 'erase',
        reason: 'ticket 4711',
        detail: { proof: { erasure } },
      });
      expect(String(entries.at(-1)?.['by'])).toMatch(/.@./);
      expect(entries.at(-2)).toMatchObject({
        act: 'unmerge',
        reason: 'ticket 4710',
        detail: { asked: keyedHash, freed: keyedHash },
      });
      expect(undone.stdout).toMatch(/^[0-9a-f-]{36}\n$/);
      for (const known of ['audited-login', umid, undone.stdout.trim()])
        expect(listed.stdout).not.toContain(known);
      expect(await kith('audit', 'verify', '--account', 'demo')).toMatchObject({ exitCode: 0 });
    }, 120_000);
  });
