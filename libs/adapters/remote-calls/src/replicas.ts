import { createCircuitBreaker, type CircuitBreaker } from '@kith/platform';
import type { Address } from './addresses.ts';

/** A process of the resolver, as this one sees it. */
export class Replica {
  readonly address: Address;
  readonly #breaker: CircuitBreaker;
  readonly #clock: () => number;
  #underWay = 0;
  #leavingUntil = -Infinity;

  constructor(address: Address, clock: () => number) {
    this.address = address;
    this.#clock = clock;
    this.#breaker = createCircuitBreaker({
      clock,
      failuresToOpen: FAILURES_TO_OPEN,
      probePauseMs: (probes) => Math.min(MAX_PROBE_PAUSE_MS, FIRST_PROBE_PAUSE_MS * 2 ** probes),
    });
  }

  /** Requests that it has not answered whole. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Nobody has to be kept away from it. */
  get isWell(): boolean {
    return !this.#breaker.isOpen() && this.#clock() >= this.#leavingUntil;
  }

  /** It has failed, and one request may try how it is now. */
  mayProbe(): boolean {
    return this.#breaker.isOpen() && this.#breaker.allows();
  }

  began(): void {
    this.#underWay += 1;
  }

  ended(): void {
    this.#underWay -= 1;
  }

  /** It answers; `isLeaving`: it ends the connection with that, as one does that is about to end. */
  answers(isLeaving: boolean): void {
    this.#breaker.succeeded();
    if (isLeaving) this.#leavingUntil = this.#clock() + LEAVING_MS;
  }

  /** Its connection broke, or nothing came from it in time. */
  failed(): void {
    this.#breaker.failed();
  }
}

const FAILURES_TO_OPEN = 3;
/** In milliseconds, as what follows. */
const FIRST_PROBE_PAUSE_MS = 500;
/** A replica that is back gets its share again after so long at most. */
const MAX_PROBE_PAUSE_MS = 5_000;
/** Longer than a name is believed: what has left is not asked when nobody listens there any more. */
const LEAVING_MS = 5_000;

/** Who can be asked. */
export interface Replicas {
  readonly count: number;
  /** From now on these; who was there before is known as it was. */
  set(addresses: readonly Address[]): void;
  /**
   * Whoever has the least to do, in turn where that is equal; of those that are well, where there are such. Another one than
   * `avoided` if there is another. Null where none is known.
   */
  next(avoided?: Replica): Replica | null;
}

/** `clock`: milliseconds of a clock that only goes forward. */
export const createReplicas = (clock: () => number): Replicas => {
  let all: readonly Replica[] = [];
  let turn = 0;
  return {
    get count() {
      return all.length;
    },
    set: (addresses) => {
      const byPlace = new Map(all.map((replica) => [placeOf(replica.address), replica]));
      const places = new Map(addresses.map((address) => [placeOf(address), address]));
      all = Array.from(places, ([place, address]) => byPlace.get(place) ?? new Replica(address, clock));
    },
    next: (avoided) => {
      turn += 1;
      const inTurn = all.map((_, index) => all[(index + turn) % all.length]!);
      const others = inTurn.filter((replica) => replica !== avoided);
      // A call that is repeated is no probe, as it has no further chance.
      const probed = avoided === undefined ? inTurn.find((replica) => replica.mayProbe()) : undefined;
      return probed ?? leastBusy(wellAmong(others)) ?? inTurn[0] ?? null;
    },
  };
};

const placeOf = ({ host, port }: Address): string => `${host} ${port}`;

/** All of them where none is well: one of them has to do it. */
const wellAmong = (replicas: readonly Replica[]): readonly Replica[] => {
  const well = replicas.filter(({ isWell }) => isWell);
  return well.length > 0 ? well : replicas;
};

const leastBusy = (replicas: readonly Replica[]): Replica | null =>
  replicas.reduce<Replica | null>(
    (least, replica) => (least === null || replica.underWay < least.underWay ? replica : least),
    null,
  );
