import { calls } from './calls.ts';
import { on } from './on.ts';
import { safely } from './safely.ts';
import { startTag } from './start-tag.ts';
import { newTag } from './tag.ts';
import type { Done } from './job.ts';

/** A call that was made before the tag was there: the snippet keeps them in `kith.q`. */
type Call = Iterable<unknown>;
type Kept = readonly [done: Done, call: Call];

interface Queue {
  push: (kept: Kept) => void;
}

type Callable = ((...call: unknown[]) => Promise<unknown>) & { q?: Queue | readonly Kept[]; ready?: true };

const start = (base: string): void => {
  const globals = window as unknown as { kith?: Callable };
  const before = globals.kith;
  if (before?.ready) return;
  const tag = newTag(base, kithSettings);
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
  globals.kith = kith;
  for (const kept of (before?.q as readonly Kept[] | undefined) ?? []) safely(push)(kept);
};

safely(() => {
  // There is none in a module, which so does nothing: the endpoint is beside the script.
  const { src } = document.currentScript as HTMLScriptElement;
  const { endpoint } = kithSettings;
  const base = endpoint ? endpoint + new URL(src).pathname : src;
  const begin = (): void => start(base);
  // A page that is only prepared has not been visited.
  if (!(document as { prerendering?: boolean }).prerendering) begin();
  else on('prerenderingchange', begin, document);
})();
