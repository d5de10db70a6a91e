import { showLast } from './answers.ts';
import { page } from './calls.ts';
import { decided } from './consent.ts';
import { dataLayers, hear } from './data-layers.ts';
import { nobody } from './job.ts';
import { googleConsentMode } from './managers/google-consent-mode.ts';
import { oneTrust } from './managers/one-trust.ts';
import { tcf } from './managers/tcf.ts';
import { usercentrics } from './managers/usercentrics.ts';
import { on } from './on.ts';
import { ofDocument } from './own.ts';
import { safely } from './safely.ts';
import { giveWay, goOn } from './schedule.ts';
import { flush, leave } from './sender.ts';
import { adopt } from './stored.ts';
import type { Tag, TagPart } from './tag.ts';

/** Routers set the title of a page after its address, in milliseconds. */
const SETTLED_MS = 100;

/** Starts the tag of a page. */
export const startTag = (tag: Tag): void => {
  tag.flush = () => void flush(tag);
  showLast(tag);
  startParts(tag);
  on('pagehide', () => leave(tag));
  on('visibilitychange', () => (ofDocument('hidden') ? leave(tag) : adopt(tag)));
  on('online', () => goOn(tag));
  on('storage', ({ key }) => {
    if (key !== tag.keptAs) return;
    // What this page was answered may be of a visitor who has gone.
    window.fcData = undefined;
    showLast(tag);
    giveWay(tag);
    decided(tag);
  });
  adopt(tag);
};

/** Starts the parts that are built in. */
const startParts = (tag: Tag): void => {
  if (kithHasDataLayers) safely(dataLayers)(tag);
  if (kithHasNavigation) safely(navigation)(tag);
  if (kithHasTcf) safely(tcf)(tag);
  if (kithHasGoogleConsentMode) safely(googleConsentMode)(tag);
  if (kithHasOneTrust) safely(oneTrust)(tag);
  if (kithHasUsercentrics) safely(usercentrics)(tag);
};

/** Addresses of the same page: what follows `#` is a place on it, unless a router uses it. */
const pageOf = (url: string): string => url.replace(/#(?![!/]).*/, '');

const navigation: TagPart = (tag) => {
  const look = safely(() => {
    // A page that has told nothing of itself is told of by its data layer, navigation included.
    if (tag.lastPage && pageOf(tag.lastPage) !== pageOf(location.href)) page(tag, nobody);
  });
  const moved = (): void => void setTimeout(look, SETTLED_MS);
  for (const name of ['pushState', 'replaceState'] as const) hear(history, name, moved);
  on('popstate', moved);
};
