import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { fetchAccessToken, findPerson } from '../kit/analyst.ts';
import { configurationOf } from '../configuration/account.ts';
import type { RewritableConfiguration } from '../configuration/rewritable-configuration.ts';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import type { Kith, KithProcess } from '../kit/kith.ts';
import { reload } from '../kit/reload.ts';
import { createVisitor, partsOf, type Visitor } from '../kit/visitor.ts';

/** A Kith whose configuration can be rewritten, and everything that its stores hold. */
export type ExpiryStage = {
  readonly kith: Pick<Kith, 'url' | 'authUrl' | 'graphqlUrl'>;
  readonly configuration: RewritableConfiguration;
  /** Those that read the configuration. */
  readonly processes: readonly KithProcess[];
  /** The one that removes what has expired. */
  readonly remover: KithProcess;
  /** Every key and value of every store and cache, as text; the last look, after which it need not run on. */
  readonly everything: () => Promise<string>;
  readonly end: () => Promise<void>;
};

/** An account that keeps things for so long. */
export const keeping = (retention: Readonly<Record<string, string>>): object =>
  configurationOf({
    identifiers: { customerId: { kind: 'login' }, deviceId: { kind: 'device', many: true } },
    permissions: ['CS-OPT'],
    attributes: { pageViews: { count: 'page' } },
    retention,
  });

const LONG = { events: '395d', visitors: '395d' };

/** What an account no longer keeps is gone, and who comes back starts afresh, wherever the profiles lie. */
export const defineExpiry = (name: string, open: () => Promise<ExpiryStage>): void =>
  void describe(name, () => {
    let stage: ExpiryStage;
    let token: string;
    const endings = useEndings();
    beforeAll(async () => {
      stage = await open();
      endings.push(() => stage.end());
      token = await fetchAccessToken(stage.kith.authUrl);
    }, 240_000);

    const keep = async (retention: Readonly<Record<string, string>>): Promise<void> => {
      await stage.configuration.write(keeping(retention));
      await reload(stage.processes);
    };
    const newVisitor = (): Visitor => createVisitor(stage.kith.url);
    const view = (mark: string) => ({ data: [{ page: { name: mark } }] });
    const umidOf = (visitor: Visitor): string => partsOf(visitor.cookie('umdid')).umid;
    const person = (umid: string) => findPerson(stage.kith.graphqlUrl, token, umid);
    const known = (umid: string) =>
      eventually(
        () => person(umid),
        (one) => one !== null,
      );
    const gone = (umid: string) =>
      eventually(
        () => person(umid),
        (one) => one === null,
      );
    const pageViews = async (visitor: Visitor): Promise<unknown> =>
      (await visitor.info('&attributes')).attributes?.['pageViews'];
    const expired = async (kind: string): Promise<number> => {
      const { text } = await send(stage.remover.managementUrl, '/metrics');
      const line = new RegExp(`^kith_expired_total\\{[^}]*kind="${kind}"[^}]*\\} (\\d+)$`, 'm');
      return Number(line.exec(text)?.[1] ?? 0);
    };

    test('nothing expires before its time', async () => {
      const visitor = newVisitor();
      await visitor.info('', view('kept'));
      await known(umidOf(visitor));
      await keep({ ...LONG, deadLetters: '1d' });
      expect(await expired('visitor')).toBe(0);
      expect(await person(umidOf(visitor))).not.toBeNull();
    });

    test('events go when the retention is shortened, those that are stored already too; counters stay', async () => {
      const visitor = newVisitor();
      await visitor.info('&customerId=counted', view('counted'));
      await eventually(
        () => pageViews(visitor),
        (views) => views === '1',
      );
      const before = await expired('event');
      await keep({ ...LONG, events: '1s' });
      await eventually(
        () => expired('event'),
        (events) => events > before,
      );
      expect(await pageViews(visitor)).toBe('1');
      await keep(LONG);
    });

    test('a visitor whom nothing keeps goes, and starts afresh when it comes back', async () => {
      const [visitor, customer, device, granting] = [newVisitor(), newVisitor(), newVisitor(), newVisitor()];
      await visitor.info('', view('expiring'));
      await eventually(
        () => pageViews(visitor),
        (views) => views === '1',
      );
      await customer.info('&customerId=stays', view('stays'));
      await device.info('&deviceId=stays-too', view('stays'));
      await granting.info('', { permission: { 'CS-OPT': true } });
      const stayed = [customer, device, granting].map(umidOf);
      const first = await known(umidOf(visitor));
      await keep({ ...LONG, visitors: '1s' });
      await gone(umidOf(visitor));
      await keep(LONG);
      expect(await visitor.info('&attributes&identifiers')).toMatchObject({
        state: 0,
        attributes: { pageViews: '' },
        identifiers: [],
      });
      await visitor.info('', view('afresh'));
      await eventually(
        () => pageViews(visitor),
        (views) => views === '1',
      );
      const second = await known(umidOf(visitor));
      expect(second?.profileId).not.toBe(first?.profileId);
      for (const umid of stayed) expect(await person(umid)).toMatchObject({ umid });
    });

    test('a visitor whose page views alone come in is seen, and stays', async () => {
      // Long enough for a busy machine to be seen again in.
      await keep({ ...LONG, visitors: '8s' });
      const [regular, idle] = [newVisitor(), newVisitor()];
      await regular.info('', view('first'));
      await idle.info('', view('only'));
      const [one] = await Promise.all([known(umidOf(regular)), known(umidOf(idle))]);
      await eventually(
        async () => {
          await regular.info('', view('again'));
          return person(umidOf(idle));
        },
        (other) => other === null,
      );
      expect((await person(umidOf(regular)))?.profileId).toBe(one?.profileId);
      await keep(LONG);
    });

    test('a visitor who comes and goes again and again sees what it did since it came last', async () => {
      // Long enough to be found while it is there, on a busy machine.
      await keep({ ...LONG, visitors: '5s' });
      const visitor = newVisitor();
      const lives = new Set<string | undefined>();
      for (let life = 1; life <= 3; life += 1) {
        await visitor.info('', view('again'));
        lives.add((await known(umidOf(visitor)))?.profileId);
        expect(
          await eventually(
            () => pageViews(visitor),
            (views) => views !== '',
          ),
        ).toBe('1');
        await gone(umidOf(visitor));
      }
      expect(lives.size).toBe(3);
      await keep(LONG);
    });

    test('nothing of it is found in any store or cache afterwards', async () => {
      const visitor = newVisitor();
      await visitor.info('', view('traceless'));
      await eventually(
        () => pageViews(visitor),
        (views) => views === '1',
      );
      const first = await known(umidOf(visitor));
      await keep({ ...LONG, visitors: '1s' });
      await gone(umidOf(visitor));
      const texts = await stage.everything();
      expect(texts).not.toContain(first?.profileId);
    });
  });
