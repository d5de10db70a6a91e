import { decide } from '../consent.ts';
import { on } from '../on.ts';
import type { TagPart } from '../part.ts';

interface Service {
  readonly id?: string;
  readonly name?: string;
  readonly consent?: { readonly status?: boolean; readonly given?: boolean };
}

/** What the events of versions 2 and 3 carry: statuses by name, or services by id. */
interface Told {
  readonly type?: string;
  readonly consent?: { readonly type?: string };
  readonly services?: Readonly<Record<string, Service>>;
}

interface Usercentrics {
  readonly isInitialized: () => boolean;
  readonly isConsentRequired: () => boolean;
  /** A list. */
  readonly getServicesBaseInfo: () => Readonly<Record<string, Service>>;
}

export const usercentrics: TagPart = (tag) => {
  let statuses: Record<string, unknown> | undefined;
  const tell = (): void => {
    const known = statuses;
    if (known) decide(tag, (need) => known[need] === true);
  };
  /** A list, or by id. */
  const take = (services: Readonly<Record<string, Service>>): void => {
    const all: typeof statuses = (statuses = {});
    for (const key in services) {
      const { id = key, name = key, consent } = services[key]!;
      all[id] = all[name] = consent?.status ?? consent?.given;
    }
    tell();
  };
  on('ucEvent UC_CONSENT', ({ detail }) => {
    const { type, consent, services, ...others } = (detail ?? {}) as Told;
    // Whoever has not used the dialogue has decided nothing.
    if (!/^explicit$/i.test(type ?? consent?.type ?? '')) return;
    if (services) return take(services);
    statuses = others;
    tell();
  });
  tag.tellers.push(tell);
  const look = (): void => {
    const api = (window as { UC_UI?: Usercentrics }).UC_UI;
    if (api?.isInitialized() && !api.isConsentRequired()) take(api.getServicesBaseInfo());
  };
  on('UC_UI_INITIALIZED', look);
  look();
};
