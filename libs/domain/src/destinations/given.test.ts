import { describe, expect, test } from 'vitest';
import type { ProfileId, Umid } from '../identity/model/ids.ts';
import { noteOfFreed, noteOfGiving, type Given } from './given.ts';

const [umid, freed] = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'] as [
  Umid,
  Umid,
];
const profileId = 'p-1' as ProfileId;
const email = (value: string) => ({ name: 'email', value });
const held = (value: string) => ({ ...email(value), firstSeen: 1, lastSeen: 2 });
const note = (...values: readonly string[]): Given => ({
  umid,
  profileId,
  since: 5,
  identifiers: values.map(email),
});

describe('the note before something is given', () => {
  test('begins with what is given first, and keeps everything that was given since', () => {
    expect(noteOfGiving(undefined, { umid, profileId }, [held('a')], () => 5)).toEqual(note('a'));
    expect(noteOfGiving(note('a'), { umid, profileId }, [held('b')], () => 9)).toEqual(note('a', 'b'));
  });

  test('is not written again where it says all, in whatever order', () => {
    expect(noteOfGiving(note('a', 'b'), { umid, profileId }, [held('b'), held('a')], () => 9)).toBeNull();
    expect(noteOfGiving(note(), { umid, profileId }, [], () => 9)).toBeNull();
  });

  test('is another one where a removal was begun, which whoever is handed on again has given up', () => {
    const begun = { ...note('a'), removedAt: 7 };
    expect(noteOfGiving(begun, { umid, profileId }, [held('a')], () => 9)).toEqual({
      ...note('a'),
      since: 9,
    });
    expect(noteOfGiving(begun, { umid, profileId }, [held('b')], () => 2)).toEqual({
      ...note('a', 'b'),
      since: 6,
    });
  });

  test('does not grow without end: the oldest go first', () => {
    const many = Array.from({ length: 300 }, (_, index) => held(`${index}`));
    const { identifiers } = noteOfGiving(note('first'), { umid, profileId }, many, () => 9)!;
    expect(identifiers).toHaveLength(256);
    expect(identifiers.at(-1)).toEqual(email('299'));
  });
});

describe('the note of a profile that an unmerge has freed', () => {
  const survivor = { identifiers: [held('own')] };

  test('takes what it holds now, and what the survivor holds no more', () => {
    const parted = {
      survivors: note('own', 'freed', 'gone', 'both'),
      freeds: undefined,
      survivor: { identifiers: [held('own'), held('both')] },
      freed: { profileId, identifiers: [held('freed'), held('both')] },
    };
    expect(noteOfFreed(parted, freed, () => 7)).toEqual({
      umid: freed,
      profileId,
      since: 7,
      identifiers: ['freed', 'gone', 'both'].map(email),
    });
  });

  test('is another one where a removal was begun that did not name all of it, and stays where it did', () => {
    const parted = { survivors: note('own', 'freed'), survivor, freed: null };
    const begun = (...values: readonly string[]) => ({ ...note(...values), umid: freed, removedAt: 7 });
    expect(noteOfFreed({ ...parted, freeds: begun('freed') }, freed, () => 9)).toBeNull();
    expect(noteOfFreed({ ...parted, freeds: begun('x') }, freed, () => 9)).toEqual({
      ...note('x', 'freed'),
      umid: freed,
      since: 9,
    });
  });

  test('can be made when it is gone itself, and is none where nothing was given of it', () => {
    const parted = { survivors: note('own', 'freed'), freeds: undefined, survivor, freed: null };
    expect(noteOfFreed(parted, freed, () => 7)).toMatchObject({
      profileId: null,
      identifiers: [email('freed')],
    });
    expect(noteOfFreed({ ...parted, survivors: note('own') }, freed, () => 7)).toBeNull();
    expect(noteOfFreed({ ...parted, survivors: undefined }, freed, () => 7)).toBeNull();
  });
});
