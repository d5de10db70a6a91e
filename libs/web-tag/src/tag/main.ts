import { calls } from './calls.ts';
import { on } from './on.ts';
import { ofDocument, own } from './own.ts';
import { safely } from './safely.ts';
import { startTag } from './start-tag.ts';
import { newTag, type Tag } from './tag.ts';
import type { Done } from './job.ts';

/** A call that was made before the tag was there: the snippet keeps them in `kith.q`. */
type Call = Iterable<unknown>;
type Kept = readonly [done: Done, call: Call];

interface Queue {
  push: (kept: Kept) => void;
}

type Callable = ((...call: unknown[]) => Promise<unknown>) & { q?: Queue | readonly Kept[]; ready?: true };

const start = (tag: Tag): void => {
  const before = own<Callable>('kith');
  if (before?.ready) return;
  startTag(tag);
  const push = ([done, call]: Kept): void => {
    try {
      const [name, ...given] = call;
      calls[name as string]!(tag, done, ...given);
    } catch {
      // There is no such call, or what it was given cannot be read.
      done(null);
    }
  };
  const kith: Callable = (...call) => new Promise((done: Done) => push([done, call]));
  kith.ready = true;
  // Whoever has kept the function of the snippet pushes here.
  kith.q = { push };
  (window as { kith?: unknown }).kith = kith;
  for (const kept of (before?.q ?? []) as readonly Kept[]) safely(push)(kept);
};

safely(() => {
  // There is none in a module, which so does nothing: the endpoint is beside the script.
  const script = ofDocument('currentScript') as HTMLScriptElement;
  const tag = newTag();
  tag.base =
    // Where the page does not write a host, it is the page's own, whatever a base element says.
    (kithSettings.endpoint ?? new URL(script.getAttribute('src')!, location.href).origin) +
    new URL(script.src).pathname;
  tag.isUntracked =
    kithSettings.gpc && (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  const begin = (): void => start(tag);
  // A page that is only prepared has not been visited.
  if (!ofDocument('prerendering')) begin();
  else on('prerenderingchange', begin);
})();
