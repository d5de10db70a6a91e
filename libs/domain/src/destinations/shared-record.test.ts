import { describe, expect, test } from 'vitest';
import type { ProfileId, Umid } from '../identity/model/ids.ts';
import { recordBeforeSharing, recordOfFreed, type SharedRecord } from './shared-record.ts';

const [umid, freed] = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'] as [
  Umid,
  Umid,
];
const profileId = 'p-1' as ProfileId;
const email = (value: string) => ({ name: 'email', value });
const held = (value: string) => ({ ...email(value), firstSeen: 1, lastSeen: 2 });
const record = (...values: readonly string[]): SharedRecord => ({
  umid,
  profileId,
  since: 5,
  identifiers: values.map(email),
});

describe('the record before something is shared', () => {
  test('begins with what is shared first, and keeps everything that was shared since', () => {
    expect(recordBeforeSharing(undefined, { umid, profileId }, [held('a')], () => 5)).toEqual(record('a'));
    expect(recordBeforeSharing(record('a'), { umid, profileId }, [held('b')], () => 9)).toEqual(
      record('a', 'b'),
    );
  });

  test('is not written again where it says all, in whatever order', () => {
    expect(
      recordBeforeSharing(record('a', 'b'), { umid, profileId }, [held('b'), held('a')], () => 9),
    ).toBeNull();
    expect(recordBeforeSharing(record(), { umid, profileId }, [], () => 9)).toBeNull();
  });

  test('is another one where a removal was begun, which whoever is shared again has given up', () => {
    const begun = { ...record('a'), removedAt: 7 };
    expect(recordBeforeSharing(begun, { umid, profileId }, [held('a')], () => 9)).toEqual({
      ...record('a'),
      since: 9,
    });
    expect(recordBeforeSharing(begun, { umid, profileId }, [held('b')], () => 2)).toEqual({
      ...record('a', 'b'),
      since: 6,
    });
  });

  test('does not grow without end: the oldest go first', () => {
    const many = Array.from({ length: 300 }, (_, index) => held(`${index}`));
    const { identifiers } = recordBeforeSharing(record('first'), { umid, profileId }, many, () => 9)!;
    expect(identifiers).toHaveLength(256);
    expect(identifiers.at(-1)).toEqual(email('299'));
  });
});

describe('the record of a profile that an unmerge has freed', () => {
  const survivor = { identifiers: [held('own')] };

  test('takes what it holds now, and what the survivor holds no more', () => {
    const sides = {
      survivorRecord: record('own', 'freed', 'gone', 'both'),
      freedRecord: undefined,
      survivor: { identifiers: [held('own'), held('both')] },
      freed: { profileId, identifiers: [held('freed'), held('both')] },
    };
    expect(recordOfFreed(sides, freed, () => 7)).toEqual({
      umid: freed,
      profileId,
      since: 7,
      identifiers: ['freed', 'gone', 'both'].map(email),
    });
  });

  test('is another one where a removal was begun that did not name all of it, and stays where it did', () => {
    const sides = { survivorRecord: record('own', 'freed'), survivor, freed: null };
    const begun = (...values: readonly string[]) => ({ ...record(...values), umid: freed, removedAt: 7 });
    expect(recordOfFreed({ ...sides, freedRecord: begun('freed') }, freed, () => 9)).toBeNull();
    expect(recordOfFreed({ ...sides, freedRecord: begun('x') }, freed, () => 9)).toEqual({
      ...record('x', 'freed'),
      umid: freed,
      since: 9,
    });
  });

  test('can be made when it is gone itself, and is none where nothing was shared of it', () => {
    const sides = { survivorRecord: record('own', 'freed'), freedRecord: undefined, survivor, freed: null };
    expect(recordOfFreed(sides, freed, () => 7)).toMatchObject({
      profileId: null,
      identifiers: [email('freed')],
    });
    expect(recordOfFreed({ ...sides, survivorRecord: record('own') }, freed, () => 7)).toBeNull();
    expect(recordOfFreed({ ...sides, survivorRecord: undefined }, freed, () => 7)).toBeNull();
  });
});
