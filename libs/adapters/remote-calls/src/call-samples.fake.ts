import { resolveCalls, standaloneCalls } from '@kith/contracts';
import type { Umdid, Umid } from '@kith/domain/identity';
import { consentSamples } from './consent-samples.fake.ts';
import type { Samples } from './samples.fake.ts';

/** The calls of all tables. */
export const allCalls = { ...resolveCalls, ...standaloneCalls };

const umid = 'a0000000-0000-4000-8000-000000000000' as Umid;
const umdid = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' as Umdid;
const person = { name: 'customerId', value: '7' };
const caller = { by: 'me@here', reason: 'ticket 3' };
const named = { account: 'demo', username: 'ada' };
const place = { account: 'demo', destination: 'campaigns' };
const deadLetters = { ids: ['tracking/0/1'], caller };

const visit = {
  pipeline: 'web',
  umdid,
  freshDevice: false,
  identifiers: [person],
  consent: { permissions: { 'CS-OPT': true }, acknowledgements: [] },
  sections: ['permissions'],
  retryKeys: [],
  receivedAt: 1,
  requestId: 'request-7',
} as const;

const status = {
  ...place,
  type: 'webhook',
  isPaused: false,
  since: 1,
  takenAt: { tracking: 2 },
  why: null,
  waiting: 0,
  failed: 3,
} as const;

const deadLetter = {
  id: 'tracking/0/1',
  topic: 'tracking',
  partition: 0,
  position: 1,
  reason: 'no JSON',
  key: umid,
  bytes: 4,
  account: null,
  umid,
  digest: 'd',
  buriedAt: 1,
  expiresAt: 2,
  replays: 0,
};

const auditEntry = {
  sequence: 1,
  at: 2,
  act: 'erase',
  ...caller,
  detail: { subjects: ['s'] },
  mac: 'm',
} as const;

/** One sample of each call. */
export const samples: Samples<typeof allCalls> = {
  resolver: {
    resolve: {
      path: '/internal/resolve',
      repeatable: false,
      input: visit,
      output: {
        umid,
        state: 'customer',
        type: 1,
        sections: { permissions: { 'CS-OPT': true } },
        entry: { umid, state: 'customer', type: 1, permissions: {}, bindingVersion: 2, profileVersion: 3 },
      },
    },
  },
  administration: {
    explain: {
      path: '/internal/explain',
      repeatable: true,
      input: visit,
      output: {
        row: 'stay',
        umid,
        state: 'visitor',
        type: 0,
        matched: [{ ...person, umid: null, role: 'joined' }],
        changes: [{ kind: 'switched', umid: 'new', from: umid }],
        conflicts: [],
      },
    },
    unmerge: {
      path: '/internal/unmerge',
      repeatable: false,
      input: { umid, caller },
      output: { kind: 'unmerged', survivor: umid, restored: umid },
    },
  },
  consent: consentSamples,
  privacy: {
    erase: {
      path: '/internal/privacy/erase',
      repeatable: false,
      input: { person, ...caller },
      output: { kind: 'underway', erasure: 'e-1' },
    },
    beginExport: {
      path: '/internal/privacy/begin-export',
      repeatable: true,
      input: { person, ...caller },
      output: { kind: 'person', umid, person: { umid }, next: { kind: 'umids', umid } },
    },
    exportMore: {
      path: '/internal/privacy/export-more',
      repeatable: true,
      input: { umid, cursor: { kind: 'events', umid, after: { time: 1, id: 'i' } } },
      output: { kind: 'page', of: 'events', items: [{ id: 'i' }], next: null },
    },
    noteImport: {
      path: '/internal/privacy/note-import',
      repeatable: true,
      input: { caller, what: { kind: 'profiles', digest: null } },
      output: { kind: 'noted' },
    },
    auditEntries: {
      path: '/internal/privacy/audit',
      repeatable: true,
      input: { after: 0, limit: 10 },
      output: [{ sequence: 1, entry: auditEntry }],
    },
    verifyAudit: {
      path: '/internal/privacy/verify-audit',
      repeatable: true,
      input: {},
      output: { kind: 'intact', entries: 1 },
    },
  },
  imports: {
    take: {
      path: '/internal/import',
      repeatable: true,
      input: { id: 'batch-1', kind: 'profiles', lines: [{ customerId: '7' }] },
      output: { taken: 0, outdated: 0, unchanged: 0, refused: [{ index: 0, reason: 'modifiedAt: none' }] },
    },
  },
  deadLetters: {
    list: {
      path: '/internal/dead-letters/list',
      repeatable: true,
      input: { account: 'demo', after: 'tracking/0/0', limit: 5 },
      output: [deadLetter],
    },
    show: {
      path: '/internal/dead-letters/show',
      repeatable: true,
      input: { id: 'tracking/0/1' },
      output: { letter: { ...deadLetter, original: { kind: 'text', value: 'none' } } },
    },
    replay: {
      path: '/internal/dead-letters/replay',
      repeatable: false,
      input: deadLetters,
      output: [{ id: 'tracking/0/1', kind: 'replayed' }],
    },
    drop: {
      path: '/internal/dead-letters/drop',
      repeatable: false,
      input: deadLetters,
      output: [{ id: 'tracking/0/1', kind: 'dropped' }],
    },
  },
  audiences: {
    page: {
      path: '/internal/privacy/audience',
      repeatable: true,
      input: { segment: 'loyal', requires: 'P', identifiers: ['customerId'], ...caller, after: null },
      output: {
        members: [{ umid, profileId: 'p-1', identifiers: [person] }],
        seen: 1,
        unanswered: 0,
        next: { at: 5, umid },
      },
    },
  },
  attributes: {
    recompute: {
      path: '/internal/recompute',
      repeatable: true,
      input: { umids: [umid], cursor: { umid, inside: null } },
      output: { kind: 'recomputed', umids: 1, changed: 1, events: 9, next: null },
    },
  },
  users: {
    add: {
      path: '/internal/users/add',
      repeatable: false,
      input: { ...named, password: 'hunter2 hunter2', caller },
      output: { kind: 'unfit', member: 'password' },
    },
    list: {
      path: '/internal/users/list',
      repeatable: true,
      input: {},
      output: { kind: 'users', users: [{ username: 'ada', createdAt: 1 }] },
    },
    changePassword: {
      path: '/internal/users/change-password',
      repeatable: false,
      input: { ...named, password: 'hunter3 hunter3', revokeTokens: true, caller },
      output: { kind: 'changed', revokedTokens: 2 },
    },
    remove: {
      path: '/internal/users/remove',
      repeatable: false,
      input: { ...named, caller },
      output: { kind: 'removed' },
    },
  },
  keys: {
    list: {
      path: '/internal/keys/list',
      repeatable: true,
      input: {},
      output: [{ kid: 'k', state: 'signing', createdAt: 1, signsFrom: 2 }],
    },
    rotate: {
      path: '/internal/keys/rotate',
      repeatable: false,
      input: { atOnce: true, caller },
      output: { kid: 'k', state: 'next', createdAt: 1, signsFrom: 2 },
    },
    revoke: {
      path: '/internal/keys/revoke',
      repeatable: false,
      input: { kid: 'k', caller },
      output: { kind: 'revoked' },
    },
  },
  credentialAudit: {
    auditEntries: {
      path: '/internal/credential-audit/entries',
      repeatable: true,
      input: { trail: 'keys', after: 0, limit: 10 },
      output: [{ sequence: 1, entry: { ...auditEntry, act: 'rotateKeys' } }],
    },
    verifyAudit: {
      path: '/internal/credential-audit/verify',
      repeatable: true,
      input: { trail: 'users' },
      output: { kind: 'broken', sequence: 2, fault: 'missing' },
    },
  },
  destinations: {
    list: {
      path: '/internal/destinations/list',
      repeatable: true,
      input: { account: 'demo' },
      output: [status],
    },
    status: {
      path: '/internal/destinations/status',
      repeatable: true,
      input: place,
      output: { kind: 'done', result: status },
    },
    failed: {
      path: '/internal/destinations/failed',
      repeatable: true,
      input: { ...place, after: { failedAt: 1, id: 'd-1' }, limit: 5 },
      output: {
        kind: 'done',
        result: [
          {
            id: 'd-2',
            type: 'kith.consent.changed',
            umid,
            parkedAt: 1,
            failedAt: 2,
            tries: 3,
            why: 'status 500',
          },
        ],
      },
    },
    pause: {
      path: '/internal/destinations/pause',
      repeatable: true,
      input: place,
      output: { kind: 'done', result: null },
    },
    resume: {
      path: '/internal/destinations/resume',
      repeatable: true,
      input: place,
      output: { kind: 'unknown' },
    },
    replay: {
      path: '/internal/destinations/replay',
      repeatable: false,
      input: { ...place, replay: { kind: 'failed', ids: ['d-2'] } },
      output: { kind: 'done', result: 1 },
    },
  },
};
