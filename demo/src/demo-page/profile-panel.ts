import type { Profile } from './tag-globals.ts';
import { byId, element, type Child } from './element.ts';
import { shortened } from './timeline.ts';

/** Shows the profile as it is now, null where nothing is known; what is new since the last time is marked. */
export const createProfilePanel = (): ((profile: Profile | null) => void) => {
  const place = byId('profile');
  let before = new Map<string, string>();
  return (profile) => {
    if (profile === null) {
      place.replaceChildren(element('p', { class: 'quiet' }, 'Nothing is known yet.'));
      before = new Map();
      return;
    }
    const facts = factsOf(profile);
    const isFirst = before.size === 0;
    place.replaceChildren(
      element(
        'dl',
        {},
        ...facts.flatMap(([name, value]) => pairOf(name, value, !isFirst && before.get(name) !== value)),
      ),
    );
    before = new Map(facts);
  };
};

type Fact = readonly [name: string, value: string];

const factsOf = (profile: Profile): readonly Fact[] => [
  ['umid', shortened(profile.umid)],
  ['state', profile.state === 1 ? 'customer (1)' : 'visitor (0)'],
  ...(profile.identifiers ?? []).map(({ name, value }): Fact => [name, value]),
  ...(profile.nextBestIdentifiers ?? []).map(({ name, value }): Fact => [`linked ${name}`, value]),
  ...Object.entries(profile.permissions ?? {}).map(([name, granted]): Fact => [
    name,
    granted ? 'granted' : 'refused',
  ]),
  ...(profile.notificationHistory ?? [])
    .slice(0, 1)
    .map(({ name, version }): Fact => ['last notification', `${name}, version ${version}`]),
  ...Object.entries(profile.attributes ?? {})
    .filter(([, value]) => value !== '')
    .map(([name, value]): Fact => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
];

const pairOf = (name: string, value: string, isNew: boolean): readonly Child[] => [
  element('dt', {}, name),
  element('dd', isNew ? { class: 'new' } : {}, value),
];
