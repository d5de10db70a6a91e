import {
  deadLetterId,
  parseDeadLetterId,
  type DeadLetter,
  type DeadLetterId,
  type DeadLetterPlace,
} from '@kith/domain/tracking';
import type { DeadLetterDocument } from '../engine/documents.ts';
import { sequencePart } from '../engine/keys.ts';

/** Orders by topic, partition and position as text. */
export const deadLetterKey = ({ topic, partition, position }: DeadLetterPlace): string =>
  [topic, sequencePart(partition), sequencePart(position)].join('/');

/** null where the text is no id of a dead letter. */
export const keyOfId = (id: DeadLetterId): string | null => {
  const place = parseDeadLetterId(id);
  return place === null ? null : deadLetterKey(place);
};

export const deadLetterDocument = (deadLetter: DeadLetter): DeadLetterDocument => {
  const { original, account, umid, expiresAt, ...told } = deadLetter;
  return {
    _id: deadLetterKey(deadLetter),
    buriedAt: new Date(deadLetter.buriedAt),
    expiresAt: new Date(expiresAt),
    ...(account === null ? {} : { account }),
    ...(umid === null ? {} : { umid }),
    told: JSON.stringify({ ...told, id: deadLetterId(deadLetter), account, umid, expiresAt }),
    original: JSON.stringify(original),
  };
};
