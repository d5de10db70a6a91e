import type { Kith } from '../kit/kith.ts';
import type { Visitor } from '../kit/visitor.ts';

/** What the parts of the suite work with. */
export type Stage = {
  readonly kith: () => Kith;
  /** Brings a configuration into force in every process. */
  readonly bring: (configuration: object) => Promise<void>;
  readonly newVisitor: () => Visitor;
  /** A value that no other test has used. */
  readonly fresh: (prefix: string) => string;
};
