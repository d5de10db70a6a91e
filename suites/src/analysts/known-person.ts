import type { Profile, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { TrackedEvent } from '@kith/domain/tracking';
import {
  aCommit,
  aConsentEntry,
  aDevice,
  aLink,
  ampleDeadline,
  anEvent,
  aProfile,
  aRedirect,
  aTrackingCommit,
  BUILT_AT,
  fresh,
  manyOf,
  newIdentifier,
  randomAccount,
  randomName,
  randomUmid,
  scopeOf,
  trackingWrites,
} from '@kith/testing';
import type { AnalysedStore } from './analyst-stage.ts';

/** A customer into whom a visitor was merged, with something of everything. */
export interface KnownPerson {
  readonly account: AccountName;
  readonly profile: Profile;
  readonly absorbed: Umid;
  readonly customerId: string;
  readonly umdids: readonly string[];
  /** Newest first. */
  readonly events: readonly TrackedEvent[];
}

const HOUR = 3_600_000;

export const storeKnownPerson = async (
  store: AnalysedStore,
  account: AccountName = randomAccount(),
): Promise<KnownPerson> => {
  const [absorbed, linked] = [randomUmid(), randomUmid()];
  const customerId = randomName('c');
  const held = (name: string, value: string) => ({ name, value, firstSeen: BUILT_AT, lastSeen: BUILT_AT });
  const acknowledgement = {
    name: 'BANNER',
    version: 2,
    uxvariant: 'wall',
    permissions: ['P'],
    date: BUILT_AT + 5,
  };
  const profile = aProfile({
    state: 'customer',
    createdAt: BUILT_AT,
    changedAt: BUILT_AT + HOUR,
    lastSeenAt: BUILT_AT + HOUR,
    identifiers: [held('customerId', customerId), held('gone', 'x')],
    permissions: {
      P: { granted: true, modifiedAt: BUILT_AT + 5, identified: true },
      GONE: { granted: true, modifiedAt: BUILT_AT, identified: true },
    },
    recentAcknowledgements: [acknowledgement],
    absorbed: [absorbed],
  });
  const neighbour = aProfile({
    umid: linked,
    state: 'customer',
    createdAt: BUILT_AT - HOUR,
    identifiers: [held('email', 'neighbour'), held('customerId', customerId)],
  });
  const { umid } = profile;
  const devices = [
    aDevice({ umid, lastSeen: BUILT_AT + 1 }),
    aDevice({ umid, lastSeen: BUILT_AT + 3, trail: [{ umid: absorbed, identifiedBy: 0 }] }),
    aDevice({ umid, lastSeen: BUILT_AT + 2 }),
  ];
  const consent = [
    aConsentEntry({
      umid,
      at: BUILT_AT + 5,
      source: 'web',
      fact: {
        kind: 'permission',
        name: 'P',
        granted: true,
        identified: true,
        shownWith: [{ name: 'BANNER', version: 2, uxvariant: 'wall' }],
        toldAt: BUILT_AT + 4,
      },
    }),
    aConsentEntry({
      umid,
      sequence: 2,
      at: BUILT_AT + 5,
      fact: { kind: 'acknowledgement', acknowledgement },
    }),
    aConsentEntry({
      umid,
      sequence: 3,
      at: BUILT_AT + 9,
      source: 'merge',
      fact: { kind: 'merge', loser: absorbed, loserHead: null },
    }),
    aConsentEntry({
      umid,
      sequence: 4,
      at: BUILT_AT + 10,
      source: 'import',
      fact: {
        kind: 'outdated',
        name: 'Q',
        granted: false,
        identified: true,
        decidedAt: BUILT_AT - 1,
      },
    }),
    aConsentEntry({
      umid: absorbed,
      at: BUILT_AT,
      fact: { kind: 'permission', name: 'Q', granted: false, identified: false, shownWith: [] },
    }),
  ];
  await store.profiles.commit(
    scopeOf(account),
    aCommit({
      profiles: [fresh(profile), fresh(neighbour), fresh(aRedirect(absorbed, umid))],
      devices: devices.map(fresh),
      identifiers: [
        newIdentifier({ name: 'customerId', value: customerId }, umid),
        newIdentifier({ name: 'profileId', value: profile.profileId }, umid),
      ],
      links: [
        aLink(umid, linked),
        aLink(umid, randomUmid()),
        aLink(umid, randomUmid(), { why: 'sameDevice' }),
      ],
      consent,
    }),
  );
  const events = manyOf(6, (index) =>
    anEvent({
      umid: index < 3 ? absorbed : umid,
      umdid: devices[0]!.umdid,
      type: index % 2 === 0 ? 'page' : 'action',
      time: BUILT_AT + index * HOUR,
      receivedAt: BUILT_AT + index * HOUR + 1,
      properties: { name: `name-${index}`, deep: [{ price: 1.5 }, null], index },
    }),
  );
  await storeEvents(store, account, events);
  return {
    account,
    profile,
    absorbed,
    customerId,
    umdids: [devices[1]!, devices[2]!, devices[0]!].map(({ umdid }) => umdid),
    events: events.toReversed(),
  };
};

/** Records events, with the activity of each umid that they come to. */
export const storeEvents = async (
  store: AnalysedStore,
  account: AccountName,
  events: readonly TrackedEvent[],
): Promise<void> => {
  const activities = new Map(
    [...new Set(events.map(({ umid }) => umid))].map((umid) => {
      const own = events.filter((event) => event.umid === umid);
      const pages = own.filter(({ type }) => type === 'page');
      const last = pages.at(-1);
      return [
        umid,
        {
          attributes: {
            pageViews: { kind: 'count' as const, count: pages.length },
            ...(last === undefined
              ? {}
              : {
                  lastPage: {
                    kind: 'latest' as const,
                    value: String(last.properties['name']),
                    time: last.time,
                    eventId: last.id,
                  },
                }),
          },
          events: own.length,
          lastEventAt: Math.max(...own.map(({ time }) => time)),
          lastReceivedAt: Math.max(...own.map(({ receivedAt }) => receivedAt)),
        },
      ] as const;
    }),
  );
  const writes = new Map([[account, trackingWrites({ events, activities })]]);
  await store.tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
};
