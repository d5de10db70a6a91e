import { deadlineIn, within } from '../concurrency/deadline.ts';
import type { Metrics } from './metrics.ts';

export type ReadinessCheck = () => Promise<boolean> | boolean;

/** Why a check fails, in one sentence that operators read: without secrets, and without addresses that may hold some. */
export type FailingReason = string | (() => string);

/** What came of a check. */
export type CheckOutcome =
  | { readonly name: string; readonly ok: true }
  | { readonly name: string; readonly ok: false; readonly reason: string };

/** Whether the process should get traffic. Unready ("starting") until `setReady`. */
export interface Readiness {
  setReady(): void;
  setUnready(reason: string): void;
  /** A check that fails, throws or does not answer makes the process unready under its name. */
  addCheck(name: string, check: ReadinessCheck, reason: FailingReason): void;
  /** Something that holds now and then, and that operators should see, though the process is ready. */
  addNote(note: string, holds: () => boolean): void;
  notes(): readonly string[];
  /** Every check as it comes out now; who asks while they are under way gets the same. */
  outcomes(): Promise<readonly CheckOutcome[]>;
  /** Why the process is not ready; empty when it is. */
  unreadyReasons(): Promise<readonly string[]>;
  isReady(): Promise<boolean>;
}

const CHECK_MS = 2_000;

interface NamedCheck {
  readonly check: ReadinessCheck;
  readonly reason: FailingReason;
}

const outcomeOf = async ([name, { check, reason }]: readonly [string, NamedCheck]): Promise<CheckOutcome> => {
  const answer = Promise.resolve().then(check);
  const ok = await within(deadlineIn(CHECK_MS), name, answer).catch(() => false);
  return ok ? { name, ok } : { name, ok, reason: typeof reason === 'string' ? reason : reason() };
};

export const createReadiness = (): Readiness => {
  const checks = new Map<string, NamedCheck>();
  const notes = new Map<string, () => boolean>();
  let reason: string | null = 'starting';
  let underWay: Promise<readonly CheckOutcome[]> | null = null;
  const outcomes = (): Promise<readonly CheckOutcome[]> =>
    (underWay ??= Promise.all(Array.from(checks, outcomeOf)).finally(() => {
      underWay = null;
    }));
  const unreadyReasons = async (): Promise<readonly string[]> => {
    if (reason !== null) return [reason];
    return (await outcomes()).filter(({ ok }) => !ok).map(({ name }) => name);
  };
  return {
    setReady: () => {
      reason = null;
    },
    setUnready: (why) => {
      reason = why;
    },
    addCheck: (name, check, failing) => {
      checks.set(name, { check, reason: failing });
    },
    addNote: (note, holds) => {
      notes.set(note, holds);
    },
    notes: () => [...notes].filter(([, holds]) => holds()).map(([note]) => note),
    outcomes,
    unreadyReasons,
    isReady: async () => (await unreadyReasons()).length === 0,
  };
};

/** Tells at each scrape whether the process is ready, and how each check comes out. */
export const tellReadiness = (metrics: Metrics, readiness: Readiness): void => {
  const asNumber = (holds: boolean): number => (holds ? 1 : 0);
  metrics.gauge('kith_ready', '1 while the process should get traffic, else 0', [], async () =>
    asNumber(await readiness.isReady()),
  );
  metrics.gauge(
    'kith_readiness_check',
    '1 while a check of the readiness passes, else 0',
    ['check'],
    async () =>
      (await readiness.outcomes()).map(({ name, ok }) => ({ labels: { check: name }, value: asNumber(ok) })),
  );
};
