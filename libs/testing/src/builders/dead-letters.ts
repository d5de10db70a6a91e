import { deadLetterId, type DeadLetter } from '@kith/domain/tracking';
import { BUILT_AT } from './identity.ts';
import { randomName, randomUmid } from './ids.ts';

const A_WEEK = 7 * 24 * 60 * 60 * 1000;

/** A dead letter of now; its id says where it lies, whatever else is given. */
export const aDeadLetter = (members: Partial<DeadLetter> = {}): DeadLetter => {
  const deadLetter: DeadLetter = {
    id: '',
    topic: randomName('topic'),
    partition: 0,
    position: 0,
    reason: 'it is no JSON',
    key: 'a key',
    original: { kind: 'text', value: '{' },
    bytes: 1,
    account: 'demo',
    umid: randomUmid(),
    digest: randomName('digest'),
    buriedAt: BUILT_AT,
    expiresAt: Date.now() + A_WEEK,
    ...members,
  };
  return { ...deadLetter, id: deadLetterId(deadLetter) };
};
