import { describe, expect, test } from 'vitest';
import type { Commit, Umdid } from '@kith/domain/identity';
import {
  Unavailable,
  type AccountCommit,
  type ProfileStore,
  type ResolveCall,
  type Resolver,
  type Scope,
} from '@kith/ports';
import {
  aCommit,
  aDevice,
  aProfile,
  aRedirect,
  aResolveCall,
  fresh,
  historyAccount,
  manyOf,
  PAST_DEADLINE,
  randomAccount,
  randomName,
  randomUmdid,
  randomUmid,
  scopeOf,
  usingFixture,
  type Fixture,
} from '@kith/testing';
import { useCasesOver } from '../use-cases/use-cases-over.ts';

/** The store of a suite, watched, and with something done before a commit of a group. */
interface Watched {
  readonly store: ProfileStore;
  readonly looks: () => number;
  readonly commits: readonly (readonly AccountCommit[])[];
  /** To be done once, before the next group is committed. */
  readonly before: (act: (commits: readonly AccountCommit[]) => Promise<void>) => void;
}

const watched = (store: ProfileStore): Watched => {
  const commits: (readonly AccountCommit[])[] = [];
  let looks = 0;
  let next: ((commits: readonly AccountCommit[]) => Promise<void>) | null = null;
  return {
    looks: () => looks,
    commits,
    before: (act) => void (next = act),
    store: {
      ...store,
      look: (deadline, wanted) => {
        looks += 1;
        return store.look(deadline, wanted);
      },
      commitGroup: async (deadline, group) => {
        commits.push(group);
        const act = next;
        next = null;
        await act?.(group);
        return store.commitGroup(deadline, group);
      },
    },
  };
};

const loginOf = (umdid: Umdid, customer: string, members: Partial<ResolveCall> = {}): ResolveCall =>
  aResolveCall({
    umdid,
    freshDevice: false,
    identifiers: [{ name: 'customerId', value: customer }],
    receivedAt: Date.now(),
    requestId: randomName('request'),
    ...members,
  });

const NO_CONSENT = { permissions: {}, acknowledgements: [] };

const writesDevice = (commit: Commit, umdid: Umdid): boolean =>
  commit.devices.some(({ value }) => value.umdid === umdid);

/** Calls that are decided and stored together, over a store. */
export const defineGroups = (open: () => Promise<Fixture<ProfileStore>>): void => {
  const fixture = usingFixture(open);
  const stage = () => {
    const watch = watched(fixture().adapter);
    const account = historyAccount(randomAccount());
    const scope = scopeOf(account.name);
    const { resolver } = useCasesOver(watch.store, account);
    const { resolver: elsewhere } = useCasesOver(fixture().adapter, account);
    return { ...watch, account, scope, resolver, elsewhere };
  };

  describe('calls that arrive together', () => {
    test('are read by one look and stored by one commit', async () => {
      const { resolver, scope, looks, commits } = stage();
      const answers = await Promise.all(
        manyOf(40, () => resolver.resolve(scope, loginOf(randomUmdid(), randomName('customer')))),
      );
      expect(new Set(answers.map(({ umid }) => umid)).size).toBe(40);
      expect([looks(), commits.length]).toEqual([1, 1]);
    });

    test('of one customer are decided one on what the other left: one person, each device known', async () => {
      const { resolver, scope, store, commits } = stage();
      const [customer, umdids] = [randomName('customer'), manyOf(20, randomUmdid)];
      const answers = await Promise.all(
        umdids.map((umdid) => resolver.resolve(scope, loginOf(umdid, customer))),
      );
      expect(new Set(answers.map(({ umid }) => umid)).size).toBe(1);
      expect(commits).toHaveLength(1);
      const found = await Promise.all(umdids.map((umdid) => store.load(scope, { umdid })));
      expect(new Set(found.map(({ current }) => current?.umid))).toEqual(new Set([answers[0]?.umid]));
    });

    test('of one device go on from each other: login, consent and withdrawal in their order', async () => {
      const { resolver, scope, store } = stage();
      const [umdid, customer] = [randomUmdid(), randomName('customer')];
      const granted = (is: boolean): Partial<ResolveCall> => ({
        consent: { permissions: { email: is }, acknowledgements: [] },
      });
      const answers = await Promise.all(
        [{}, granted(true), granted(false)].map((members, index) =>
          resolver.resolve(scope, loginOf(umdid, customer, { ...members, receivedAt: Date.now() + index })),
        ),
      );
      const { current } = await store.load(scope, { umdid });
      expect(current?.permissions['email']).toMatchObject({ granted: false });
      expect(current?.consentHead?.sequence).toBe(2);
      expect(answers.map(({ entry }) => entry.profileVersion)).toEqual(
        answers.map(({ entry }) => entry.profileVersion).toSorted((a, b) => a - b),
      );
    });
  });

  describe('a call that comes twice, as when the connection to a resolver broke', () => {
    const told = { permissions: { email: true }, acknowledgements: [] };
    const twiceOf = (umdid: Umdid) =>
      loginOf(umdid, randomName('customer'), { consent: told, callId: 'once' });
    const entriesOf = async (store: ProfileStore, scope: Scope, umdid: Umdid) =>
      (await store.load(scope, { umdid })).current?.consentHead?.sequence;

    test('takes effect once at two resolvers, one after the other', async () => {
      const { resolver, elsewhere, scope, store } = stage();
      const call = twiceOf(randomUmdid());
      const first = await resolver.resolve(scope, call);
      const again = await elsewhere.resolve(scope, call);
      expect(again.entry).toEqual(first.entry);
      expect(await entriesOf(store, scope, call.umdid)).toBe(1);
    });

    test('takes effect once at two resolvers that decide it at the same time', async () => {
      const { resolver, elsewhere, scope, store, before } = stage();
      const call = twiceOf(randomUmdid());
      await elsewhere.resolve(scope, { ...call, consent: NO_CONSENT, callId: 'before' });
      before(() => elsewhere.resolve(scope, call).then(() => undefined));
      const { umid } = await resolver.resolve(scope, call);
      expect((await store.load(scope, { umdid: call.umdid })).current?.umid).toBe(umid);
      expect(await entriesOf(store, scope, call.umdid)).toBe(1);
    });

    test('undoes no login that came between', async () => {
      const { resolver, elsewhere, scope, store } = stage();
      const call = twiceOf(randomUmdid());
      await resolver.resolve(scope, call);
      const between = await elsewhere.resolve(scope, {
        ...loginOf(call.umdid, randomName('another')),
        callId: 'between',
      });
      expect((await elsewhere.resolve(scope, call)).umid).toBe(between.umid);
      expect((await store.load(scope, { umdid: call.umdid })).current?.umid).toBe(between.umid);
    });
  });

  describe('what falls out of a group', () => {
    test('is what another process was faster with; its neighbours do not wait for it', async () => {
      const { resolver, elsewhere, scope, commits, before, store } = stage();
      const [raced, others] = [randomUmdid(), manyOf(6, randomUmdid)];
      const customer = randomName('customer');
      before(() => elsewhere.resolve(scope, loginOf(raced, customer)).then(() => undefined));
      const answers = await Promise.all(
        [raced, ...others].map((umdid) => resolver.resolve(scope, loginOf(umdid, `${customer} of ${umdid}`))),
      );
      expect(new Set(answers.map(({ umid }) => umid)).size).toBe(7);
      const second = commits[1]!.map(({ commit }) => commit);
      expect(second.some((commit) => writesDevice(commit, raced))).toBe(false);
      expect(others.every((umdid) => second.some((commit) => writesDevice(commit, umdid)))).toBe(true);
      const found = await store.load(scope, { identifiers: [{ name: 'customerId', value: customer }] });
      expect(found.owners).toHaveLength(1);
    });

    test('is what cannot be decided: the fault is told to its call alone', async () => {
      const { resolver, scope, store } = stage();
      const [a, b, umdid] = [randomUmid(), randomUmid(), randomUmdid()];
      await store.commit(
        scope,
        aCommit({
          profiles: [fresh(aRedirect(a, b)), fresh(aRedirect(b, a))],
          devices: [fresh(aDevice({ umdid, umid: a }))],
        }),
      );
      const ends = await Promise.allSettled(
        [umdid, ...manyOf(5, randomUmdid)].map((one) =>
          resolver.resolve(scope, loginOf(one, randomName('customer'))),
        ),
      );
      expect(ends.map(({ status }) => status)).toEqual(['rejected', ...manyOf(5, () => 'fulfilled')]);
    });

    test('is what the store refuses, wherever in the group it stands', async () => {
      const { account, scope, store } = stage();
      const refused = randomUmdid();
      const refusing: ProfileStore = {
        ...store,
        commitGroup: (deadline, group) => {
          if (group.some(({ commit }) => writesDevice(commit, refused))) throw new RangeError('too large');
          return store.commitGroup(deadline, group);
        },
      };
      const { resolver } = useCasesOver(refusing, account);
      const umdids = [...manyOf(4, randomUmdid), refused, ...manyOf(4, randomUmdid)];
      const ends = await Promise.allSettled(
        umdids.map((one) => resolver.resolve(scope, loginOf(one, randomName('customer')))),
      );
      expect(umdids.filter((_, index) => ends[index]?.status === 'rejected')).toEqual([refused]);
    });

    test('is no hint that cannot be left behind: nobody is decided again for it', async () => {
      const { account, scope, store, looks } = stage();
      const [first, second, living] = [randomUmid(), randomUmid(), aProfile()];
      const umdid = randomUmdid();
      await store.commit(
        scope,
        aCommit({
          profiles: [
            fresh(aRedirect(first, second)),
            fresh(aRedirect(second, living.umid)),
            fresh({ ...living, absorbed: [first, second] }),
          ],
          devices: [fresh(aDevice({ umdid, umid: first }))],
        }),
      );
      let left = 0;
      const leaveShortcuts = (): Promise<never> => {
        left += 1;
        return Promise.reject(new RangeError('no hint'));
      };
      const { resolver } = useCasesOver({ ...store, leaveShortcuts }, account);
      const answers = await Promise.all(
        [umdid, randomUmdid()].map((one) => resolver.resolve(scope, loginOf(one, randomName('customer')))),
      );
      expect(answers[0]?.umid).toBe(living.umid);
      const before = looks();
      await resolver.resolve(scope, loginOf(randomUmdid(), randomName('customer')));
      expect([left, looks() - before]).toEqual([1, 1]);
    });

    test('is a call that nobody waits for any more; the others are answered', async () => {
      const { resolver, scope } = stage();
      const late = resolver.resolve({ ...scope, deadline: PAST_DEADLINE }, loginOf(randomUmdid(), 'late'));
      const others = manyOf(3, () => resolver.resolve(scope, loginOf(randomUmdid(), randomName('customer'))));
      await expect(late).rejects.toThrow(Unavailable);
      expect(await Promise.all(others)).toHaveLength(3);
    });
  });

  test('resolvers that race for a few customers lose nothing and double nothing', async () => {
    const { account, scope, store } = stage();
    const resolvers: readonly Resolver[] = manyOf(3, () => useCasesOver(fixture().adapter, account).resolver);
    const customers = manyOf(4, () => randomName('customer'));
    const devices = manyOf(120, (index) => ({ umdid: randomUmdid(), customer: customers[index % 4]! }));
    const answers = await Promise.all(
      devices.map(({ umdid, customer }, index) =>
        resolvers[index % 3]!.resolve(scope, loginOf(umdid, customer)),
      ),
    );
    expect(new Set(answers.map(({ umid }) => umid)).size).toBe(4);
    const found = await Promise.all(devices.map(({ umdid }) => store.load(scope, { umdid })));
    const held = found.map(
      ({ current }) => current?.identifiers.find(({ name }) => name === 'customerId')?.value,
    );
    expect(held).toEqual(devices.map(({ customer }) => customer));
  });
};
