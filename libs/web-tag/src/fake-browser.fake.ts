import { createContext, runInContext } from 'node:vm';
import type { TagSettings } from '@kith/contracts';
import { assembleTag } from './assemble-tag.ts';
import { buildScripts } from './build/build-scripts.ts';
import { fakeClock } from './fake-clock.fake.ts';
import { fakeStorage } from './fake-storage.fake.ts';
import { fakeNetwork, someAnswer, type Reply, type SentRequest } from './fake-network.fake.ts';

export interface FakeBrowserOptions {
  readonly settings?: Partial<TagSettings>;
  readonly reply?: Reply;
  /** Hears of each request at the moment when it is sent. */
  readonly heard?: (sent: SentRequest) => void;
  /** What earlier pages of the site have left. */
  readonly storage?: ReturnType<typeof fakeStorage>;
  readonly isStorageBlocked?: boolean;
  /** Globals of the page, before the tag is there. */
  readonly page?: Readonly<Record<string, unknown>>;
  readonly navigator?: Readonly<Record<string, unknown>>;
  /** What `Math.random` draws. */
  readonly chance?: () => number;
  /** A script of the page, before the tag is there. */
  readonly before?: string;
}

export const someSettings: TagSettings = {
  keptAs: 'kith.demo',
  requires: [],
  gpc: true,
  dataLayer: [],
  spa: true,
  sections: [],
  body: [],
  query: ['customerId', 'customerId_sig'],
  most: 58_000,
};

const scripts = await buildScripts();

/** A document whose members are of its prototype, as those of browsers are. What happens to it is heard at the window. */
const fakeDocument = () => {
  const src = 'https://id.example.com/op/web/tag.js';
  const members = {
    title: 'Shop',
    hidden: false,
    currentScript: { src, getAttribute: () => src },
  };
  const prototype = Object.create(null) as typeof members;
  for (const name of Object.keys(members) as (keyof typeof members)[]) {
    Object.defineProperty(prototype, name, {
      get: () => members[name],
      set: (value: never) => (members[name] = value),
    });
  }
  return { Document: { prototype }, document: Object.create(prototype) as typeof members };
};

export const openFakeBrowser = (options: FakeBrowserOptions = {}) => {
  const settings: TagSettings = { ...someSettings, ...options.settings };
  const network = fakeNetwork(options.reply ?? (() => someAnswer), options.heard ?? (() => undefined));
  const storage = options.storage ?? fakeStorage();
  const clock = fakeClock();
  const events = new EventTarget();

  const { Document, document } = fakeDocument();
  const navigator: Record<string, unknown> = {
    onLine: true,
    sendBeacon: network.sendBeacon,
    ...options.navigator,
  };
  const location = { href: 'https://www.example.com/' };
  const move = (_state: unknown, _unused: string, url: string): void => {
    location.href = new URL(url, location.href).href;
  };
  const globals: Record<string, unknown> = {
    Document,
    document,
    navigator,
    location,
    history: { pushState: move, replaceState: move },
    ...clock.globals,
    Math: Object.create(Math, { random: { value: options.chance ?? Math.random } }) as Math,
    crypto,
    Uint32Array,
    Blob,
    URL,
    URLSearchParams,
    CustomEvent,
    AbortSignal: {},
    addEventListener: events.addEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    fetch: network.fetch,
    ...options.page,
  };
  Object.defineProperty(globals, 'localStorage', {
    get: () => {
      if (options.isStorageBlocked === true) throw new Error('blocked');
      return storage;
    },
  });
  globals['window'] = globals;
  const context = createContext(globals);
  const run = (script: string): unknown => runInContext(script, context);
  if (options.before !== undefined) run(options.before);
  run(assembleTag(scripts, settings));

  const dispatch = (target: EventTarget, name: string, members: object = {}): void =>
    void target.dispatchEvent(Object.assign(new Event(name), members));
  return {
    globals,
    navigator,
    storage,
    sent: network.sent,
    run,
    kith: (...call: readonly unknown[]): unknown =>
      (globals['kith'] as (...call: readonly unknown[]) => unknown)(...call),
    /** Lets so many milliseconds pass, with everything that is due in them. */
    pass: clock.pass,
    setClock: clock.setClock,
    setReply: network.setReply,
    hide: (): void => {
      document.hidden = true;
      dispatch(events, 'visibilitychange');
      dispatch(events, 'pagehide');
    },
    show: (): void => {
      document.hidden = false;
      dispatch(events, 'visibilitychange');
    },
    dispatch: (name: string, members?: object): void => dispatch(events, name, members),
  };
};

export type FakeBrowser = ReturnType<typeof openFakeBrowser>;

/** The snippet of docs/website.md, and calls before the tag is there. */
export const SNIPPET =
  'window.kith=Object.getOwnPropertyDescriptor(window,"kith")?window.kith:function(){var c=arguments;return new Promise(function(d){(kith.q=kith.q||[]).push([d,c])})};';
