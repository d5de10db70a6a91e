import { sealWith, type ConsentEntry } from '@kith/domain/consent';
import type { Profile } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { historyMac } from './history-ids.ts';

/** A permission is what its profile's history last said. */
export const consentFaults = (
  entries: readonly ConsentEntry[],
  { umid, permissions, consentHead }: Profile,
): readonly string[] => {
  const own = entries.filter((entry) => entry.umid === umid).toSorted((a, b) => a.sequence - b.sequence);
  const head = own.at(-1);
  const wrong = Object.entries(permissions).filter(([name, { granted }]) => granted !== lastSaid(own, name));
  const unasked = Object.entries(permissions).filter(
    ([name, { granted }]) => granted && !wasGranted(entries, name),
  );
  return [
    ...wrong.map(([name]) => `${umid}: ${name} is not what its history says`),
    ...unasked.map(([name]) => `${umid}: nobody has ever granted ${name}`),
    ...(head?.mac === consentHead?.mac ? [] : [`${umid}: the head of the consent chain is another`]),
  ];
};

const wasGranted = (entries: readonly ConsentEntry[], name: string): boolean =>
  entries.some((entry) => isLive(entry, name) && entry.fact.kind === 'permission' && entry.fact.granted);

const lastSaid = (entries: readonly ConsentEntry[], name: string): boolean | undefined => {
  const fact = entries.map((entry) => entry.fact).findLast((one) => tellsOf(one, name));
  return fact?.kind === 'permission' ? fact.granted : undefined;
};

const tellsOf = (fact: ConsentEntry['fact'], name: string): boolean =>
  fact.kind === 'permission' ? fact.name === name : fact.kind === 'unmerge' && fact.undecided.includes(name);

/** Numbers without gaps, seals over what came before, times of live changes that grow, heads of what was absorbed. */
export const chainFaults = (entries: readonly ConsentEntry[], account: AccountName): readonly string[] => {
  const seal = sealWith(historyMac(account), account);
  return [...new Set(entries.map(({ umid }) => umid))].flatMap((umid) => {
    const chain = entries.filter((entry) => entry.umid === umid).toSorted((a, b) => a.sequence - b.sequence);
    return chain.flatMap((entry, index) => {
      const { mac, ...sealed } = entry;
      return [
        ...(entry.sequence === index + 1 ? [] : ['its number leaves a gap']),
        ...(mac === seal(chain[index - 1] ?? null, sealed) ? [] : ['its seal is broken']),
        ...(isLater(chain.slice(0, index), entry) ? [] : ['its time does not grow']),
        ...(isHeadOf(entries, entry) ? [] : ['it names another head of the loser']),
      ].map((why) => `${umid}: consent entry ${entry.sequence}: ${why}`);
    });
  });
};

/** Merges and what undoes them carry over what was decided before. */
const isLive = ({ source, fact }: ConsentEntry, name: string): boolean =>
  source === 'web' && fact.kind === 'permission' && fact.name === name;

const isLater = (before: readonly ConsentEntry[], entry: ConsentEntry): boolean => {
  const { at, fact } = entry;
  if (fact.kind !== 'permission' || !isLive(entry, fact.name)) return true;
  return before.every((one) => !isLive(one, fact.name) || one.at < at);
};

/** What a merge names as the loser's last entry was that until the loser came to life again. */
const isHeadOf = (entries: readonly ConsentEntry[], { fact }: ConsentEntry): boolean => {
  if (fact.kind !== 'merge') return true;
  const { loser, loserHead } = fact;
  const ofLoser = entries.filter(({ umid }) => umid === loser);
  const next = ofLoser.find(({ sequence }) => sequence === (loserHead?.sequence ?? 0) + 1);
  const isThere = loserHead === null || ofLoser.some(({ mac }) => mac === loserHead.mac);
  return isThere && (next === undefined || next.fact.kind === 'unmerge');
};
