import { isWhole, lookAtProfile } from './ask-kith.ts';
import { type Choices, NOTIFICATION } from './consent-banner.ts';
import { byId } from './element.ts';
import { createKept } from './kept.ts';
import { kith, type Profile } from './tag-globals.ts';
import { MEASURING, type Tracking, trackingWords } from './tracking-words.ts';

/** `navigator` of a browser that knows Global Privacy Control. */
interface AskingNavigator {
  readonly globalPrivacyControl?: boolean;
}

/** Where the visitor is shown. */
export interface Places {
  readonly showProfile: (profile: Profile | null) => void;
  readonly showCustomer: (customerId: string | null) => void;
  readonly ask: (standing: Choices) => void;
  readonly stopAsking: () => void;
}

/** The visitor as the shop knows them: who is logged in, and what they have allowed. */
export interface Visitor {
  readonly login: (customerId: string) => void;
  readonly logout: () => void;
  readonly decide: (choices: Choices) => void;
  readonly answered: (answer: Profile) => void;
  readonly choices: () => Choices;
}

/** What the browser keeps of the visitor. */
const openMemory = () => {
  const choices = createKept<Choices>('localStorage', 'fernhill-choices', {});
  const customer = createKept<string | null>('sessionStorage', 'fernhill-customer', null);
  const allowed = (): boolean | undefined => choices.read()[MEASURING];
  const tell = (isKept = true): void =>
    showTracking({ allowed: allowed(), isKept, isLoggedIn: customer.read() !== null });
  return { choices, customer, allowed, tell };
};
type Memory = ReturnType<typeof openMemory>;

/** Shows what Kith answers about the visitor, until they log out. */
const createAnswers = (
  { choices, customer, allowed, tell }: Memory,
  { showProfile, showCustomer, ask, stopAsking }: Places,
) => {
  /** Whose choices were asked for last. */
  let asked = '';
  let isLeaving = false;
  const showWhole = (profile: Profile): void => {
    const { umid, identifiers = [], permissions = {} } = profile;
    const isNew = Object.keys(permissions).length === 0;
    const known = identifiers.find(({ name }) => name === 'customerId')?.value ?? null;
    if (!isNew) choices.write(permissions);
    showProfile(profile);
    showCustomer(customer.read() ?? known);
    tell(permissions[MEASURING] === true);
    // Once for each visitor: at the first page, after a logout, and where another logs in.
    if (umid !== asked) (isNew ? ask : stopAsking)({});
    asked = umid;
  };
  const answered = (answer: Profile): void => {
    const { umid, state } = answer;
    // What was asked before a logout is about whoever has gone.
    if (isLeaving) return;
    if (allowed() !== true) showProfile({ umid, state, permissions: choices.read() });
    else if (isWhole(answer)) showWhole(answer);
    else lookAtProfile();
  };
  const forget = (): void => {
    asked = '';
  };
  const leave = async (): Promise<void> => {
    isLeaving = true;
    const answer = await kith('reset');
    isLeaving = false;
    if (answer !== null) answered(answer);
  };
  return { answered, forget, leave };
};

/** Begins with what the browser has kept of the visitor; who has decided nothing yet is asked. */
export const createVisitor = (places: Places): Visitor => {
  const { showProfile, showCustomer, ask } = places;
  const memory = openMemory();
  const { choices, customer, allowed, tell } = memory;
  const { answered, forget, leave } = createAnswers(memory, places);
  let isUntold = customer.read() !== null && allowed() !== true;
  const identify = async (customerId: string): Promise<void> => {
    isUntold = (await kith('identify', { customerId })) === null;
  };

  showCustomer(customer.read());
  tell();
  if (allowed() === undefined) ask({});
  return {
    answered,
    choices: choices.read,
    login: (customerId) => {
      customer.write(customerId);
      showCustomer(customerId);
      tell();
      void identify(customerId);
    },
    logout: () => {
      customer.write(null);
      choices.write({});
      forget();
      isUntold = false;
      showCustomer(null);
      showProfile(null);
      tell();
      ask({});
      void leave();
    },
    decide: (next) => {
      choices.write(next);
      tell();
      void kith('consent', next, NOTIFICATION);
      const customerId = customer.read();
      if (isUntold && customerId !== null && allowed() === true) void identify(customerId);
    },
  };
};

/** Tells beside the shop whether anything is tracked; it is read out when it changes. */
const showTracking = (tracking: Omit<Tracking, 'isForbidden'>): void => {
  const isForbidden = (navigator as AskingNavigator).globalPrivacyControl === true;
  const words = trackingWords({ ...tracking, isForbidden });
  if (byId('tracking').textContent !== words) byId('tracking').textContent = words;
};
