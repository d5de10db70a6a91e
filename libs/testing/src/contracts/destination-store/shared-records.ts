import { expect, test } from 'vitest';
import type { AccountName } from '@kith/domain/pipeline';
import { aDestinationPlace, aSharedRecord } from '../../builders/destinations.ts';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
import { ampleDeadline, scopeOf } from '../../builders/scope.ts';
import type { DestinationStoresFixture } from './adapters.ts';

/** What was shared with a destination, recorded by person. */
export const defineSharedRecords = (fixture: () => DestinationStoresFixture): void => {
  const stores = () => fixture().adapter.destinations;

  test('what was shared is recorded by person, and removed only as it was known', async () => {
    const deadline = ampleDeadline();
    const place = aDestinationPlace();
    const record = aSharedRecord();
    await stores().of(place).shared.save(deadline, []);
    await stores().of(place).shared.save(deadline, [record, aSharedRecord()]);
    const reopened = (await fixture().reopen()).destinations;
    const { shared } = reopened.of(place);
    const more = { ...record, identifiers: [...record.identifiers, { name: 'email_sha256', value: 'x' }] };
    await shared.save(deadline, [more]);
    const known = () => shared.find(deadline, [record.umid, randomUmid()]);
    expect(await known()).toEqual(new Map([[record.umid, more]]));
    const another = reopened.of({ ...place, destination: 'another' });
    expect((await another.shared.find(deadline, [record.umid])).size).toBe(0);
    await shared.remove(deadline, { ...record, since: record.since + 1 });
    expect((await known()).size).toBe(1);
    await shared.remove(deadline, record);
    expect((await known()).size).toBe(0);
  });

  test('records are read page by page', async () => {
    const deadline = ampleDeadline();
    const place = aDestinationPlace();
    const { shared } = stores().of(place);
    const records = manyOf(3, () => aSharedRecord()).toSorted((a, b) => (a.umid < b.umid ? -1 : 1));
    await shared.save(deadline, records);
    await stores()
      .of({ ...place, destination: 'another' })
      .shared.save(deadline, [aSharedRecord()]);
    expect(await shared.page(deadline, null, 2)).toEqual(records.slice(0, 2));
    expect(await shared.page(deadline, records[1]!.umid, 2)).toEqual(records.slice(2));
    expect(await shared.page(deadline, records[2]!.umid, 2)).toEqual([]);
  });

  test('the destinations that have records are known, configured or not, and how many records each has', async () => {
    const deadline = ampleDeadline();
    const [account, longer] = [randomAccount(), randomAccount()];
    const behind = `${account}:x`;
    const record = aSharedRecord();
    const sharedBy = (of: AccountName, destination: string) =>
      stores().of({ account: of, destination }).shared;
    for (const name of ['b', 'a-b', 'a']) {
      await sharedBy(account, name).save(deadline, [record, aSharedRecord(), aSharedRecord()]);
    }
    await sharedBy(longer, 'elsewhere').save(deadline, [record]);
    await sharedBy(behind, 'behind').save(deadline, [record]);
    await sharedBy(account, 'told').save(deadline, [record]);
    await sharedBy(account, 'told').remove(deadline, record);
    const withRecords = (of: AccountName) => stores().withSharedRecords(scopeOf(of));
    expect([...(await withRecords(account))].toSorted()).toEqual(['a', 'a-b', 'b']);
    expect(await withRecords(longer)).toEqual(['elsewhere']);
    expect(await withRecords(randomAccount())).toEqual([]);
    expect(await sharedBy(account, 'a').count(deadline, 100)).toBe(3);
    expect(await sharedBy(account, 'a').count(deadline, 2)).toBe(2);
    expect(await sharedBy(account, 'told').count(deadline, 2)).toBe(0);
  });
};
