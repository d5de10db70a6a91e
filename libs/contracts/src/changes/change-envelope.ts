import { CHANGE_TYPES, parseUmid, type ChangeEvent, type ChangeType, type Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { z } from 'zod';
import { asItCame } from '../wire/as-it-came.ts';

/** The topic of changes of profiles, keyed by umid. */
export const CHANGES_TOPIC = 'profile-changes';

const PREFIX = 'kith.';

/** The record of a change: CloudEvents 1.0 in JSON, in the order of the profile's versions. */
export const encodeChange = (account: AccountName, change: ChangeEvent): string =>
  JSON.stringify({
    specversion: '1.0',
    id: change.id,
    source: `/accounts/${account}`,
    type: `${PREFIX}${change.type}`,
    subject: change.umid,
    time: new Date(change.at).toISOString(),
    datacontenttype: 'application/json',
    account,
    profileversion: change.profileVersion,
    data: change.detail,
  });

const KNOWN: ReadonlySet<string> = new Set(CHANGE_TYPES);

const isKnown = (type: string): type is ChangeType => KNOWN.has(type);

const envelopeSchema = z.looseObject({
  id: z.string().min(1),
  type: z.string().startsWith(PREFIX),
  subject: z.string().refine((text) => parseUmid(text) !== null, 'not a umid'),
  time: z.iso.datetime(),
  account: z.string().min(1),
  profileversion: z.int().min(0),
  data: asItCame,
});

/** Whose change it is, and which; null where the text is no record of a change, or of a type of a newer program. */
export const decodeChange = (
  text: string,
): { readonly account: AccountName; readonly change: ChangeEvent } | null => {
  const envelope = envelopeSchema.safeParse(parsed(text)).data;
  const type = envelope?.type.slice(PREFIX.length) ?? '';
  if (envelope === undefined || !isKnown(type)) return null;
  const { id, subject, time, account, profileversion, data } = envelope;
  const umid = parseUmid(subject) as Umid;
  return {
    account,
    change: { id, type, umid, profileVersion: profileversion, at: Date.parse(time), detail: data },
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
