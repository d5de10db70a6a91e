/** A Kith that suites talk to over the wire, in one process or in several. */
export type Kith = {
  /** Where interface B is. */
  readonly url: string;
  /** Where the tokens of interface A are. */
  readonly authUrl: string;
  /** Where the queries of interface A are. */
  readonly graphqlUrl: string;
  /** The process that answers interface B, as it was started. */
  readonly edge: KithProcess;
  /** Each of its processes. */
  readonly processes: readonly KithProcess[];
  /** Asks every process of it to end, and answers with the exit code: 0 where all ended in order. */
  readonly stop: () => Promise<number | null>;
};

export type KithProcess = { readonly pid: number; readonly managementUrl: string };

/** Where a Kith keeps what must outlive its processes. */
export type KithHome = {
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Kith>;
  readonly remove: () => Promise<void>;
};
