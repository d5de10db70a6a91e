import type { Profile } from '@kith/domain/identity';
import type { PersonPlace, PersonSelection } from '@kith/ports';
import type { LivingDocument } from './documents.ts';
import { sequencePart } from './keys.ts';

/** Time and umid as one text: its order is that of the time, then of the umid, and one range of an index finds it. */
export const placeText = ({ at, umid }: PersonPlace): string => `${timePart(at)}:${umid}`;

/** Where a profile stands in both orders. */
export const placesOf = ({
  umid,
  createdAt,
  changedAt,
}: Pick<Profile, 'umid' | 'createdAt' | 'changedAt'>): Pick<LivingDocument, 'created' | 'changed'> => ({
  created: placeText({ at: createdAt, umid }),
  changed: placeText({ at: changedAt, umid }),
});

/** The places that a selection asks for. */
export const placeRange = ({ order, from, to, after }: PersonSelection) => {
  const lowest = timePart(from ?? 0);
  const behind = after === undefined ? undefined : placeText(after);
  const until = to === undefined ? [] : [timePart(to)];
  const isDown = order === 'newestFirst';
  const highest = [...until, ...(isDown && behind !== undefined ? [behind] : [])].sort()[0];
  return {
    $gte: lowest,
    ...(isDown || behind === undefined ? {} : { $gt: behind }),
    ...(highest === undefined ? {} : { $lt: highest }),
  };
};

/** Nobody was created before the epoch. */
const timePart = (time: number): string => sequencePart(Math.max(0, time));
