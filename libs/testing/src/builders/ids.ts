import { randomUUID } from 'node:crypto';
import type { AccountName } from '@kith/domain/pipeline';
import type { ProfileId, Umdid, Umid } from '@kith/domain/identity';
import type { EventId } from '@kith/domain/tracking';

export const randomUmid = (): Umid => randomUUID() as Umid;
export const randomUmdid = (): Umdid => randomUUID() as Umdid;
export const randomEventId = (): EventId => randomUUID();
export const randomProfileId = (): ProfileId => randomName('p') as ProfileId;

/** An account of a test's own, so that tests on one store do not see each other. */
export const randomAccount = (): AccountName => randomName('account');

/** A name that no other test uses: a topic, a user, a subject. */
export const randomName = (prefix: string): string => `${prefix}-${randomUUID()}`;

/** As many of something as a test needs. */
export const manyOf = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
