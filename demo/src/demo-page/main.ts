import { createAccount } from './account.ts';
import { lookAtProfile, readDecisions } from './ask-kith.ts';
import { type Cart, type Counts, createCart } from './cart.ts';
import { createConsentBanner } from './consent-banner.ts';
import { byId } from './element.ts';
import { createKept } from './kept.ts';
import { createProfilePanel } from './profile-panel.ts';
import { startRouter } from './router.ts';
import type { SentDetail } from './sent-detail.ts';
import { kith, type Profile } from './tag-globals.ts';
import { createTimeline } from './timeline.ts';
import { createVisitor } from './visitor.ts';

/** The button that leads to what stands behind the scenes is hidden while that is in view. */
const hideJumpWhereItLeads = (): void => {
  new IntersectionObserver(([entry]) => {
    byId('jump').hidden = entry?.isIntersecting === true;
  }).observe(byId('behind'));
};

/** Page views and actions come to the profile by the log, some moments after their answer; a busy machine takes longer. */
const LOOK_AGAIN_MS: readonly number[] = [800, 2_500, 6_000];
/** More often than the watch of decisions falls asleep. */
const STAY_AWAKE_MS = 5 * 60_000;

const showCount = (cart: Cart): void => {
  byId('count').textContent = String(cart.count());
  byId('count').hidden = cart.count() === 0;
};

const timeline = createTimeline();
const account = createAccount(byId('account'), {
  login: (customerId) => visitor.login(customerId),
  logout: () => visitor.logout(),
});
const banner = createConsentBanner(byId('consent'), (choices) => visitor.decide(choices));
const visitor = createVisitor({
  showProfile: createProfilePanel(),
  showCustomer: account.show,
  ask: banner.show,
  stopAsking: banner.hide,
});

let laterLooks: readonly number[] = [];
const lookLater = (): void => {
  laterLooks.forEach(clearTimeout);
  laterLooks = LOOK_AGAIN_MS.map((later) => setTimeout(lookAtProfile, later));
};

addEventListener('kith:sent', (event) => {
  if (timeline.add((event as CustomEvent<SentDetail>).detail)) lookLater();
});
addEventListener('kith:answer', (event) => {
  timeline.answered();
  void readDecisions().then(timeline.decide);
  visitor.answered((event as CustomEvent<Profile>).detail);
});
addEventListener('offline', timeline.interrupted);
byId('privacy').addEventListener('click', () => banner.show(visitor.choices()));
setInterval(() => void readDecisions(), STAY_AWAKE_MS);
hideJumpWhereItLeads();

const cart = createCart(createKept<Counts>('sessionStorage', 'fernhill-cart', []), showCount);
startRouter(byId('shop'), ({ go, refresh }) => ({ cart, go, refresh }));
// The watch begins before anything is sent that it could miss.
void readDecisions().then(() => kith('page'));
