import { expect, test } from 'vitest';
import { aGiven } from '../../builders/delivery.ts';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { DeliveryAdapters } from './index.ts';

const NAME = 'campaigns';

/** What a destination was given, noted by person. */
export const defineNotes = (fixture: () => DurableFixture<Pick<DeliveryAdapters, 'deliveries'>>): void => {
  const store = () => fixture().adapter.deliveries;

  test('what was given is noted by person, and forgotten only as it was known', async () => {
    const scope = scopeOf(randomAccount());
    const note = aGiven();
    await store().noteGiven(scope, NAME, []);
    await store().noteGiven(scope, NAME, [note, aGiven()]);
    const reopened = (await fixture().reopen()).deliveries;
    const more = { ...note, identifiers: [...note.identifiers, { name: 'email_sha256', value: 'x' }] };
    await reopened.noteGiven(scope, NAME, [more]);
    const known = async () => (await reopened.look(scope, NAME, [note.umid, randomUmid()])).given;
    expect(await known()).toEqual(new Map([[note.umid, more]]));
    expect((await reopened.look(scope, 'another', [note.umid])).given.size).toBe(0);
    await reopened.forgetGiven(scope, NAME, { ...note, since: note.since + 1 });
    expect((await known()).size).toBe(1);
    await reopened.forgetGiven(scope, NAME, note);
    expect((await known()).size).toBe(0);
  });

  test('notes are read page by page', async () => {
    const scope = scopeOf(randomAccount());
    const notes = manyOf(3, () => aGiven()).toSorted((a, b) => (a.umid < b.umid ? -1 : 1));
    await store().noteGiven(scope, NAME, notes);
    await store().noteGiven(scope, 'another', [aGiven()]);
    expect(await store().givenPage(scope, NAME, null, 2)).toEqual(notes.slice(0, 2));
    expect(await store().givenPage(scope, NAME, notes[1]!.umid, 2)).toEqual(notes.slice(2));
    expect(await store().givenPage(scope, NAME, notes[2]!.umid, 2)).toEqual([]);
  });

  test('the destinations that have notes are known, configured or not, and how many notes each has', async () => {
    const [scope, longer] = [scopeOf(randomAccount()), scopeOf(randomAccount())];
    const behind = scopeOf(`${scope.account}:x`);
    const note = aGiven();
    for (const name of ['b', 'a-b', 'a']) await store().noteGiven(scope, name, [note, aGiven(), aGiven()]);
    await store().noteGiven(longer, 'elsewhere', [note]);
    await store().noteGiven(behind, 'behind', [note]);
    await store().noteGiven(scope, 'told', [note]);
    await store().forgetGiven(scope, 'told', note);
    expect([...(await store().notedDestinations(scope))].toSorted()).toEqual(['a', 'a-b', 'b']);
    expect(await store().notedDestinations(longer)).toEqual(['elsewhere']);
    expect(await store().notedDestinations(scopeOf(randomAccount()))).toEqual([]);
    expect(await store().countGiven(scope, 'a', 100)).toBe(3);
    expect(await store().countGiven(scope, 'a', 2)).toBe(2);
    expect(await store().countGiven(scope, 'told', 2)).toBe(0);
  });
};
