import { decide } from '../consent.ts';
import { on } from '../on.ts';
import { own } from '../own.ts';
import { namesOf } from '../plain.ts';
import type { TagPart } from '../tag.ts';

interface Service {
  readonly id?: string;
  readonly name?: string;
  readonly consent?: { readonly status?: boolean; readonly given?: boolean };
}

/** By id, or a list. */
type Services = Readonly<Record<string, Service>>;

/** What the event of version 3 carries. */
interface Told {
  readonly consent: { readonly type: string };
  readonly services: Services;
}

/** Version 2. */
interface Usercentrics {
  readonly isInitialized: () => boolean;
  readonly isConsentRequired: () => boolean;
  readonly getServicesBaseInfo: () => Services;
}

export const usercentrics: TagPart = (tag) => {
  let statuses: Record<string, unknown> | undefined;
  const tell = (): void => {
    if (statuses) decide(tag, (need) => statuses![need]);
  };
  const take = (services: Services): void => {
    statuses = {};
    for (const key of namesOf(services)) {
      const { id = key, name = id, consent: { status, given } = {} } = services[key]!;
      statuses[id] = statuses[name] = status || given;
    }
  };
  const look = (): void => {
    const api = own<Usercentrics>('UC_UI');
    if (api?.isInitialized() && !api.isConsentRequired()) take(api.getServicesBaseInfo());
    tell();
  };
  // The second comes with each use of the dialogue, the third where the site has set it up.
  on('UC_UI_INITIALIZED', look);
  on('UC_UI_CMP_EVENT', look);
  on('ucEvent', look);
  on('UC_CONSENT', ({ detail }) => {
    const told = detail as Told;
    // Whoever has not used the dialogue has decided nothing: that is "IMPLICIT".
    if (told.consent.type[0] === 'E') take(told.services);
    tell();
  });
  tag.teller = look;
  look();
};
