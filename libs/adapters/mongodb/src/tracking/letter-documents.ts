import {
  letterId,
  parseLetterId,
  type DeadLetter,
  type LetterId,
  type LetterPlace,
} from '@kith/domain/tracking';
import type { DeadLetterDocument } from '../engine/documents.ts';
import { sequencePart } from '../engine/keys.ts';

/** Orders by topic, partition and position as text. */
export const letterKey = ({ topic, partition, position }: LetterPlace): string =>
  [topic, sequencePart(partition), sequencePart(position)].join('/');

/** null where the text is no id of a letter. */
export const keyOfId = (id: LetterId): string | null => {
  const place = parseLetterId(id);
  return place === null ? null : letterKey(place);
};

export const letterDocument = (letter: DeadLetter): DeadLetterDocument => {
  const { original, account, umid, expiresAt, ...told } = letter;
  return {
    _id: letterKey(letter),
    buriedAt: new Date(letter.buriedAt),
    expiresAt: new Date(expiresAt),
    ...(account === null ? {} : { account }),
    ...(umid === null ? {} : { umid }),
    told: JSON.stringify({ ...told, id: letterId(letter), account, umid, expiresAt }),
    original: JSON.stringify(original),
  };
};
