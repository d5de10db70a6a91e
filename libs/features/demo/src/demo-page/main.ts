import { createAccount } from './account.ts';
import { isProfile, lookAtProfile, readDecisions } from './ask-kith.ts';
import type { Profile } from './ask-kith.ts';
import { createCart } from './cart.ts';
import type { Cart } from './cart.ts';
import { createConsentBanner } from './consent-banner.ts';
import { byId } from './element.ts';
import { createProfilePanel } from './profile-panel.ts';
import { startRouter } from './router.ts';
import { kith } from './tag-globals.ts';
import type { SentDetail } from './tag-globals.ts';
import { createTimeline } from './timeline.ts';

/** Page views and actions come to the profile by the log, some moments after their answer; a busy machine takes longer. */
const LOOK_AGAIN_MS: readonly number[] = [800, 2_500, 6_000];
/** More often than the watch of decisions falls asleep. */
const STAY_AWAKE_MS = 5 * 60_000;

const showCount = (cart: Cart): void => {
  byId('count').textContent = String(cart.count());
  byId('count').hidden = cart.count() === 0;
};

const timeline = createTimeline();
const showProfile = createProfilePanel();
const account = createAccount(byId('account'));
const banner = createConsentBanner(byId('consent'));
let standing: NonNullable<Profile['permissions']> = {};
/** Whose choices were asked for last. */
let asked = '';

const show = (profile: Profile): void => {
  showProfile(profile);
  account.show(profile.identifiers?.find(({ name }) => name === 'customerId')?.value ?? null);
  standing = profile.permissions ?? {};
  ask(profile.umid);
};

/** A visitor who has decided nothing yet is asked once: at the first page, after a logout, and where another logs in. */
const ask = (umid: string): void => {
  if (umid === asked) return;
  asked = umid;
  if (Object.keys(standing).length === 0) banner.show(standing);
  else banner.hide();
};

let laterLooks: readonly number[] = [];
const lookLater = (): void => {
  laterLooks.forEach(clearTimeout);
  laterLooks = LOOK_AGAIN_MS.map((later) => setTimeout(lookAtProfile, later));
};

addEventListener('kith:sent', (event) => {
  if (timeline.add((event as CustomEvent<SentDetail>).detail)) lookLater();
});
addEventListener('kith:answer', (event) => {
  const answer = (event as CustomEvent<object>).detail;
  void readDecisions().then(timeline.decide);
  if (isProfile(answer)) show(answer);
  else lookAtProfile();
});
byId('privacy').addEventListener('click', () => banner.show(standing));
setInterval(() => void readDecisions(), STAY_AWAKE_MS);

const cart = createCart(showCount);
startRouter(byId('shop'), ({ go, refresh }) => ({ cart, go, refresh }));
// The watch begins before anything is sent that it could miss.
void readDecisions().then(() => kith('page'));
