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
    if (statuses) decide(tag, (need) => statuses?.[need] === true);
  };
  /** A list, or by id. */
  const take = (services: Readonly<Record<string, Service>>): void => {
    statuses = {};
    for (const key in services) {
      const { id = key, name = key, consent } = services[key]!;
      statuses[id] = statuses[name] = consent?.status ?? consent?.given;
    }
  };
  on('ucEvent UC_CONSENT', ({ detail }) => {
    const { type, consent, services, ...others } = detail as Told;
    // Whoever has not used the dialogue has decided nothing.
    if (!/^explicit/i.test(`${type ?? consent?.type}`)) return;
    if (services) take(services);
    else statuses = others;
    tell();
  });
  const look = (): void => {
    const api = (window as { UC_UI?: Usercentrics }).UC_UI;
    if (!api?.isInitialized() || api.isConsentRequired()) return;
    take(api.getServicesBaseInfo());
    tell();
  };
  tag.tellers.push(tell);
  on('UC_UI_INITIALIZED', look);
  look();
};
