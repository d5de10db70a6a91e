import type { Profile, Umid } from '../identity/index.ts';
import type { RedirectMark } from './identity-rows.ts';
import type { Detour } from './lookup.ts';

/** What lies under a umid: null where nothing is stored, undefined where nobody has looked. */
export type StoredAt = (umid: Umid) => Profile | RedirectMark | null | undefined;

/** Where a umid leads, or where the way breaks off because nobody has looked further. */
export type Walk =
  | { readonly kind: 'missing'; readonly umid: Umid }
  | { readonly kind: 'walked'; readonly living: Profile | null; readonly detours: readonly Detour[] };

/**
 * The living profile that a umid leads to over any number of redirects. By shortcuts where there are some: a shortcut
 * is only a hint, so that nothing has to tidy it up where a merge is undone; it holds if the profile that it leads to
 * has absorbed the umid. Throws where redirects lead round in a circle.
 */
export const walk = (storedAt: StoredAt, umid: Umid): Walk => {
  const short = walkBy(storedAt, umid, ({ shortcut, to }) => shortcut ?? to);
  if (short.kind === 'missing') return short;
  if (short.passed.length === 0 || short.living?.absorbed.includes(umid) === true) return walkedBy(short);
  const plain = walkBy(storedAt, umid, ({ to }) => to);
  if (plain.kind === 'missing') return plain;
  if (plain.isCircle) throw new Error('the redirects of a profile lead round in a circle');
  return walkedBy(plain);
};

type Passage =
  | { readonly kind: 'missing'; readonly umid: Umid }
  | {
      readonly kind: 'passed';
      readonly passed: readonly RedirectMark[];
      readonly living: Profile | null;
      readonly isCircle: boolean;
    };

const walkBy = (storedAt: StoredAt, umid: Umid, next: (passed: RedirectMark) => Umid): Passage => {
  const passed = new Map<Umid, RedirectMark>();
  for (let at = umid; ;) {
    const stored = storedAt(at);
    if (stored === undefined) return { kind: 'missing', umid: at };
    const isCircle = passed.has(at);
    if (stored === null || stored.kind === 'profile' || isCircle) {
      const living = stored?.kind === 'profile' ? stored : null;
      return { kind: 'passed', passed: [...passed.values()], living, isCircle };
    }
    passed.set(at, stored);
    at = next(stored);
  }
};

/** Redirects on the way that lead nearer than to the living profile. */
const walkedBy = ({ passed, living }: Extract<Passage, { readonly kind: 'passed' }>): Walk => ({
  kind: 'walked',
  living,
  detours:
    living === null
      ? []
      : passed
          .filter(({ shortcut, to }) => (shortcut ?? to) !== living.umid)
          .map(({ umid }) => ({ umid, living: living.umid })),
});
