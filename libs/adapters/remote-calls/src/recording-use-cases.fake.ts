import { setTimeout as pause } from 'node:timers/promises';
import type { Umid } from '@kith/domain/identity';
import {
  Unavailable,
  type Administrable,
  type Administration,
  type AttributeAdministration,
  type AudienceExport,
  type ConsentAdministration,
  type DeadLetterAdministration,
  type PrivacyAdministration,
  type ProfileImport,
  type Resolver,
} from '@kith/ports';

export const SURVIVOR = 'a0000000-0000-4000-8000-000000000000' as Umid;
export const RESTORED = 'b0000000-0000-4000-8000-000000000000' as Umid;

/** Why any request comes to what it does. */
export const explanation = {
  row: 'stay' as const,
  umid: SURVIVOR,
  state: 'visitor' as const,
  type: 0 as const,
  matched: [],
  changes: [],
  conflicts: [],
};

/** What was asked, in words, in its order. */
type Asked = string[];

/** A resolver whose state is the list of what it was asked to do. */
export const recordingUseCases = (): Administrable & {
  readonly resolver: Resolver;
  readonly asked: Asked;
} => {
  const asked: Asked = [];
  return {
    asked,
    administration: administrationOf(asked),
    resolver: resolverOf(asked),
    consent: consentOf(asked),
    imports: importsOf(asked),
    privacy: privacyOf(asked),
    deadLetters: deadLettersOf(asked),
    audiences: audiencesOf(asked),
    attributes: attributesOf(asked),
  };
};

const administrationOf = (asked: Asked): Administration => ({
  explain: async ({ account }) => {
    asked.push(`explain ${account}`);
    return { ...explanation, journal: 'what nobody declared' };
  },
  unmerge: async ({ account }, { umid }) => {
    asked.push(`unmerge ${account} ${umid}`);
    return { kind: 'unmerged', survivor: SURVIVOR, restored: umid };
  },
});

const resolverOf = (asked: Asked): Resolver => ({
  resolve: async ({ account, deadline }) => {
    asked.push(`resolve ${account}`);
    while (deadline.remainingMs() > 0) await pause(5);
    asked.push('nobody waits any more');
    throw new Unavailable('store', 'the deadline has passed');
  },
});

const consentOf = (asked: Asked): ConsentAdministration => ({
  history: async ({ account }, { person: { name, value }, limit }) => {
    asked.push(`history ${account} ${name} ${value} ${limit}`);
    return { kind: 'page', umid: SURVIVOR, entries: [], next: null };
  },
  verify: async ({ account }, { person: { name, value } }) => {
    asked.push(`verify ${account} ${name} ${value}`);
    return { kind: 'broken', umid: SURVIVOR, sequence: 2, fault: 'tampered' };
  },
  verifyAll: async ({ account }, { after }) => {
    asked.push(`verify all ${account} ${after ?? 'from the beginning'}`);
    return { profiles: 0, entries: 0, broken: [], next: null };
  },
  verifyHeads: async ({ account }, { after }) => {
    asked.push(`verify heads ${account} ${after ?? 'from the beginning'}`);
    return { heads: 0, broken: [], tallies: [], next: null };
  },
});

const importsOf = (asked: Asked): ProfileImport => ({
  take: async ({ account }, { kind, lines }) => {
    asked.push(`import ${kind} ${account} ${lines.length}`);
    return { taken: 1, outdated: 0, unchanged: 0, refused: [{ index: 1, reason: 'status: none' }] };
  },
});

const privacyOf = (asked: Asked): PrivacyAdministration => ({
  erase: async ({ account }, { person, by, reason }) => {
    asked.push(`erase ${account} ${person.name} for ${by}: ${reason}`);
    return { kind: 'underway', erasure: 'e-1' };
  },
  beginExport: async ({ account }, { person, by }) => {
    asked.push(`export ${account} ${person.name} for ${by}`);
    return { kind: 'unknown' };
  },
  exportMore: async () => ({ kind: 'unknown' }),
  noteImport: async () => ({ kind: 'noted' }),
  auditEntries: async ({ account }, { after }) => {
    asked.push(`audit ${account} ${after}`);
    return [];
  },
  verifyAudit: async () => ({ kind: 'intact', entries: 0 }),
});

const deadLettersOf = (asked: Asked): DeadLetterAdministration => ({
  list: async (_deadline, { account, limit }) => {
    asked.push(`dead letters ${account} ${limit}`);
    return [];
  },
  show: async (_deadline, { id }) => {
    asked.push(`dead letter ${id}`);
    return { letter: null };
  },
  replay: async (_deadline, { ids, caller: { by, reason } }) => {
    asked.push(`replay ${ids.join()} for ${by}: ${reason}`);
    return ids.map((id) => ({ id, kind: 'replayed' }));
  },
  drop: async (_deadline, { ids, caller: { by, reason } }) => {
    asked.push(`drop ${ids.join()} for ${by}: ${reason}`);
    return ids.map((id) => ({ id, kind: 'dropped' }));
  },
});

const audiencesOf = (asked: Asked): AudienceExport => ({
  page: async ({ account }, { segment, requires, by, after }) => {
    asked.push(`audience ${account} ${segment} ${requires} for ${by} ${after === null ? 'first' : 'next'}`);
    return { members: [], seen: 1, unanswered: 0, next: { at: 5, umid: SURVIVOR } };
  },
});

const attributesOf = (asked: Asked): AttributeAdministration => ({
  recompute: async ({ account }, { umids, cursor }) => {
    asked.push(`recompute ${account} ${umids?.join() ?? 'everybody'} ${cursor === null ? 'first' : 'next'}`);
    return { kind: 'recomputed', umids: 3, changed: 1, events: 9, next: { umid: SURVIVOR, inside: null } };
  },
});
