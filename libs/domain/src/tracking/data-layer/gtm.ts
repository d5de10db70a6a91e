import { elementReader } from './element-page.ts';
import { eventNameOf } from './event-name.ts';
import { hoist } from './hoist.ts';
import { lift, text } from './lift.ts';
import { isMembers, type Members, only, own, without } from './members.ts';
import { namedAction } from './named-action.ts';
import { isPageViewName, PAGE_MEMBERS, pushMembers } from './page-view-name.ts';
import type { DataLayerPreset } from './preset.ts';
import { GA4_SPELLING, withTrade } from './trade.ts';
import { asMembers, type Entry, known, translateEach, unknown } from './translation.ts';

/** A call of `gtag`, as it stands in the data layer. */
interface GtagCall {
  readonly command: string;
  readonly target: string;
  readonly parameters: Members;
}

const PAGE = {
  name: text('page_title', 'pageTitle', 'page_name', 'pageName', 'virtualPageTitle'),
  url: text(
    'page_location',
    'pageLocation',
    'page_url',
    'pageUrl',
    'page_path',
    'pagePath',
    'virtualPageURL',
  ),
};

/** The container's own events that a visitor causes; the others (`gtm.js`, `gtm.dom`, `gtm.timer`) tell of the container. */
const INTERACTIONS: ReadonlySet<string> = new Set([
  'gtm.click',
  'gtm.linkClick',
  'gtm.formSubmit',
  'gtm.scrollDepth',
  'gtm.elementVisibility',
  'gtm.video',
]);

const INTERACTION = { label: text('gtm.elementUrl', 'gtm.videoTitle', 'gtm.elementId') };

const ARGUMENTS = ['0', '1', '2'];

/** Google Tag Manager: pushes of `dataLayer`, calls of `gtag`, and GA4's e-commerce events. */
export const gtm: DataLayerPreset = {
  container: 'dataLayer',
  translate: (layer, room) => translateEach(Array.isArray(layer) ? layer : [layer], room, pushed),
  entryMembers: (element) => {
    const event = eventNameOf(element);
    if (event !== undefined) return pushMembers(event, element);
    return gtagCall(only(element, ARGUMENTS)) === null ? [] : ARGUMENTS;
  },
  translateEntry: (entry, room) => asMembers(translateEach([entry], room, ofElement)),
};

const pushed = (push: unknown): Entry => {
  const call = gtagCall(push);
  if (call !== null) return called(push, call);
  const event = isMembers(push) ? eventNameOf(push) : undefined;
  if (!isMembers(push) || event === undefined) return unknown(push);
  if (!event.startsWith('gtm.')) return eventEntry(event, without(push, ['event']));
  if (!INTERACTIONS.has(event)) return unknown(push);
  const interaction = { action: event.slice('gtm.'.length), category: 'gtm' };
  return known(
    'action',
    namedAction(event, { ...interaction, ...lift(without(push, ['event']), INTERACTION) }),
  );
};

/** Of `config` only one that names a page tells of something that happened: a virtual page view. */
const called = (push: unknown, { command, target, parameters }: GtagCall): Entry => {
  if (command === 'event') return eventEntry(target, parameters);
  const page = lift(parameters, PAGE);
  const namesPage = Object.hasOwn(page, 'name') || Object.hasOwn(page, 'url');
  if (command !== 'config' || !namesPage || own(parameters, 'send_page_view') === false) return unknown(push);
  return known('page', { event: command, target, ...page });
};

const flatOf = (members: Members): Members => withTrade(hoist(members, 'ecommerce', 'all'), GA4_SPELLING);

const ofElement = elementReader({ page: PAGE, viewOf: (push) => lift(flatOf(push), PAGE), pushed });

const eventEntry = (event: string, members: Members): Entry => {
  const flat = flatOf({ event, ...members });
  return isPageViewName(event)
    ? known('page', {
        event,
        ...hoist(lift(flat, PAGE), 'page', PAGE_MEMBERS, (page) => lift(page, PAGE)),
      })
    : known('action', namedAction(event, flat));
};

/**
 * `gtag('event', 'login', {...})` puts the arguments of the call into the data layer, which JSON writes as a list or as
 * an object with the members `0`, `1` and `2`. Null: it is no such call.
 */
const gtagCall = (entry: unknown): GtagCall | null => {
  const [command, target, parameters = {}, ...more] = argumentsOf(entry);
  if (typeof command !== 'string' || typeof target !== 'string' || target === '') return null;
  return isMembers(parameters) && more.length === 0 ? { command, target, parameters } : null;
};

const argumentsOf = (entry: unknown): readonly unknown[] => {
  if (Array.isArray(entry)) return entry;
  if (!isMembers(entry) || own(entry, '0') === undefined) return [];
  const names = Object.keys(entry);
  return names.every((name, index) => name === String(index)) ? Object.values(entry) : [];
};
