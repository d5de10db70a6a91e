import type { Random } from '@kith/testing/random';
import type { Received } from '../kit/conforming.ts';
import { createVisitor, partsOf, type InfoAnswer, type Visitor } from '../kit/visitor.ts';

/** What must be true of somebody: kept here by the plainest reading of docs/behaviour.md#3-identity. */
export interface Person {
  /** Unknown until an answer has named it: nobody whose umid was ever seen. */
  umid: string | null;
  customerId: string | null;
  /** `at` orders what was said of it, by whichever device. */
  consent: { readonly granted: boolean; readonly at: number } | null;
}

/** A device, and who it must be. */
export interface Member {
  readonly name: string;
  readonly visitor: Visitor;
  person: Person;
}

/** Some devices that are used by people whom they share, and all that has happened to them. */
export interface Household {
  readonly members: readonly Member[];
  readonly random: Random;
  readonly happened: readonly string[];
  /** How often a device was looked at after something had been done elsewhere. */
  readonly looks: number;
  /** An identifier that nobody else has. */
  readonly newId: () => string;
  /** Orders what is said. */
  readonly nextMoment: () => number;
  /** Does something on one device (null: on none), and looks at the next request of every other one. */
  readonly step: (what: string, on: Member | null, act: () => Promise<void>) => Promise<void>;
}

const DEVICES = 4;

export const newPerson = (): Person => ({ umid: null, customerId: null, consent: null });

export const umidOf = (received: Received): string => (received.json() as InfoAnswer).umid;

/** Opens a household of devices that have been seen once. */
export const openHousehold = async (url: string, name: string, random: Random): Promise<Household> => {
  const members = Array.from({ length: DEVICES }, (_, index) => ({
    name: `device ${index}`,
    visitor: createVisitor(url),
    person: newPerson(),
  }));
  const seen = new Set<string>();
  const happened: string[] = [];
  let [looks, ids, moments] = [0, 0, 0];
  const lookAll = async (): Promise<void> => {
    for (const fault of await Promise.all(members.map((member) => lookAt(member, seen)))) {
      if (fault !== null) throw new Error([`${name}:`, ...happened, fault].join('\n'));
    }
  };
  await lookAll();
  return {
    members,
    random,
    happened,
    get looks() {
      return looks;
    },
    newId: () => `${name}-${(ids += 1)}`,
    nextMoment: () => (moments += 1),
    step: async (what, on, act) => {
      happened.push(on === null ? what : `${on.name}: ${what}`);
      await act();
      await lookAll();
      looks += members.filter((member) => member !== on).length;
    },
  };
};

/**
 * The next two requests of a device, which bring nothing that would send them past the cache: what they show that must
 * not be so; null where all is well.
 */
const lookAt = async ({ name, visitor, person }: Member, seen: Set<string>): Promise<string | null> => {
  const page = await visitor.get('/op/web/info?out=json');
  const { umid, state } = page.json() as InfoAnswer;
  const { type } = partsOf(visitor.cookie('umdid'));
  const strict = await visitor.get('/op/strict/info?out=json');
  if (person.umid === null && !seen.has(umid)) person.umid = umid;
  seen.add(umid);
  const customer = person.customerId === null ? 0 : 1;
  const expected = {
    umid: person.umid,
    state: customer,
    type: String(customer),
    isKept: person.consent?.granted === true,
  };
  const isKept = strict.headers['set-cookie'] !== undefined;
  const atStrict = strict.json() as InfoAnswer;
  const shown = [
    { umid, state, type, isKept },
    { umid: atStrict.umid, state: atStrict.state, type, isKept },
  ];
  const wrong = shown.find((one) => JSON.stringify(one) !== JSON.stringify(expected));
  if (wrong === undefined) return null;
  return `${name} shows ${JSON.stringify(wrong)} instead of ${JSON.stringify(expected)}`;
};
