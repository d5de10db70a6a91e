/** Keeps calls away from a server that does not answer. */
export interface Circuit {
  /** Whether a call may be made now; while the server is away, one in a while tries it. */
  allows(): boolean;
  succeeded(): void;
  failed(): void;
  readonly isOpen: boolean;
}

export interface CircuitOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  /** So many failures in a row open it. */
  readonly failuresToOpen: number;
  /** How often the server is tried while it is open. */
  readonly retryMs: number;
  readonly onOpen: () => void;
}

export const createCircuit = ({ clock, failuresToOpen, retryMs, onOpen }: CircuitOptions): Circuit => {
  let failures = 0;
  let nextTry = 0;
  const isOpen = (): boolean => failures >= failuresToOpen;
  return {
    allows() {
      if (!isOpen()) return true;
      if (clock() < nextTry) return false;
      nextTry = clock() + retryMs;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures !== failuresToOpen) return;
      nextTry = clock() + retryMs;
      onOpen();
    },
    get isOpen() {
      return isOpen();
    },
  };
};
