/** Keeps calls away from something that fails again and again. */
export interface CircuitBreaker {
  isOpen(): boolean;
  /**
   * Whether a call may be made now. While the breaker is open, one in a while may, and probes: `probeInMs` tells how long
   * it may take before the next one.
   */
  allows(): boolean;
  /** Milliseconds until the next probe; 0 where one is due. */
  probeInMs(): number;
  succeeded(): void;
  /** `askedMs`: the other side asked to be left alone for so many milliseconds, which opens the breaker at once. */
  failed(askedMs?: number): void;
}

export interface CircuitBreakerOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  /** The number of failures that open the breaker. */
  readonly failuresToOpen: number;
  /**
   * Failures count together where they fall into so many milliseconds, whatever succeeded meanwhile, and each failure
   * while the breaker is open puts the next probe off. Left out: they count in a row, and none puts a probe off.
   */
  readonly withinMs?: number;
  /** The time from the opening to the first probe and from each to the next, in milliseconds; told how many there were. */
  readonly probePauseMs: (probes: number) => number;
  /** Whether only a probe's success closes it, not that of a call from before it opened. */
  readonly isClosedByProbeOnly?: boolean;
  /** Told when it opens, not when it stays open. */
  readonly onOpen?: () => void;
}

interface Open {
  probes: number;
  probeAt: number;
  isProbing: boolean;
}

/** A breaker that is closed. Where only a probe closes it, calls must be shorter than the pause before one. */
export const createCircuitBreaker = (options: CircuitBreakerOptions): CircuitBreaker => {
  const { clock, failuresToOpen, withinMs, probePauseMs, isClosedByProbeOnly, onOpen } = options;
  // The times of the last failures that count; no more of them than open the breaker.
  let failures: readonly number[] = [];
  let open: Open | null = null;
  const count = (now: number): void => {
    const counting = failures.filter((time) => withinMs === undefined || now - time < withinMs);
    failures = [...counting, now].slice(-failuresToOpen);
  };
  const openAt = (now: number): Open => {
    onOpen?.();
    return { probes: 0, probeAt: now + probePauseMs(0), isProbing: false };
  };
  const failWhileOpen = (one: Open, now: number): void => {
    if (withinMs === undefined) return;
    one.isProbing = false;
    one.probeAt = now + probePauseMs(one.probes);
  };
  return {
    isOpen: () => open !== null,
    allows: () => {
      const now = clock();
      if (open === null) return true;
      if (now < open.probeAt) return false;
      open.probes += 1;
      open.isProbing = true;
      open.probeAt = now + probePauseMs(open.probes);
      return true;
    },
    probeInMs: () => (open === null ? 0 : Math.max(0, open.probeAt - clock())),
    succeeded: () => {
      if (withinMs === undefined) failures = [];
      if (isClosedByProbeOnly !== true || open?.isProbing === true) open = null;
    },
    failed: (askedMs) => {
      const now = clock();
      count(now);
      if (open !== null) failWhileOpen(open, now);
      else if (failures.length === failuresToOpen || askedMs !== undefined) open = openAt(now);
      if (open !== null && askedMs !== undefined) open.probeAt = Math.max(open.probeAt, now + askedMs);
    },
  };
};
