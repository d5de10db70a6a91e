import type { Claim, Decision, DecisionInput, Umid } from '@kith/domain/identity';
import type { SectionAccess } from '@kith/ports';

type Given = Pick<DecisionInput, 'current' | 'firstUmid' | 'freshDevice' | 'claims'>;
type Decided = Pick<Decision, 'profile' | 'commit'>;

/**
 * Whether the answer may show sections (docs/behaviour.md#what-identifiers-open): to a device that was bound to
 * the answering profile before the request, or for a verified identifier of it. A profile that the request itself
 * brought together is open only where each of its parts is: a stranger's identifier opens nothing of a stranger's.
 */
export const mayRead = (reading: SectionAccess | undefined, given: Given, decided: Decided): boolean => {
  if (reading === undefined) return true;
  const parts = partsOf(decided);
  const bound = boundTo(given);
  if (reading.unverified === 'bound' && parts.every((umid) => umid === bound)) return true;
  const verified = given.claims.filter(({ name }) => reading.verified.includes(name));
  if (!verified.some((claim) => holds(decided, claim))) return false;
  const opened = new Set([bound, ...verified.map(({ owner }) => owner?.umid), ...createdBy(decided)]);
  return parts.every((umid) => opened.has(umid));
};

/** The answering profile and those that the request merged. */
const partsOf = ({ profile, commit }: Decided): readonly Umid[] => [
  profile.umid,
  ...commit.profiles.flatMap(({ value }) => (value.kind === 'redirect' ? [value.umid] : [])),
];

/** The device's profile before the request; that of a first visit which is still on its way has the derived umid. */
const boundTo = ({ current, firstUmid, freshDevice }: Given): Umid | null =>
  current?.umid ?? (freshDevice ? null : firstUmid);

const createdBy = ({ commit }: Decided): readonly Umid[] =>
  commit.profiles.filter(({ expected }) => expected === null).map(({ value }) => value.umid);

const holds = ({ profile }: Decided, { name, value }: Claim): boolean =>
  profile.identifiers.some((held) => held.name === name && held.value === value);
