/** An answer of the tag: the sections that the page shows are in those to `lookAtProfile`. */
export interface Profile {
  readonly umid: string;
  readonly state: 0 | 1;
  readonly identifiers?: readonly { readonly name: string; readonly value: string }[];
  readonly nextBestIdentifiers?: readonly { readonly name: string; readonly value: string }[];
  readonly permissions?: Readonly<Record<string, boolean>>;
  readonly permissionsLastModification?: Readonly<Record<string, string>>;
  readonly notificationHistory?: readonly {
    readonly name: string;
    readonly version: number;
    readonly date: string;
  }[];
  readonly attributes?: Readonly<Record<string, unknown>>;
}

type Members = Readonly<Record<string, string>>;

/** The calls of the tag that the shop makes; each promises the answer, or null where there is none now. */
export interface Kith {
  (call: 'page' | 'reset'): Promise<Profile | null>;
  (call: 'info', sections: Readonly<Record<string, boolean>>): Promise<unknown>;
  /** Members of an action; names and values of identifiers. */
  (call: 'track' | 'identify', members: Members): Promise<unknown>;
  (
    call: 'consent',
    permissions: Readonly<Record<string, boolean>>,
    shown: { readonly notification: string; readonly version: number; readonly uxvariant: string },
  ): Promise<unknown>;
}

/** The tag, or the queue that keeps its calls until it is loaded. */
export const kith: Kith = (...call: readonly unknown[]) =>
  (window as unknown as { readonly kith: (...call: readonly unknown[]) => Promise<Profile | null> }).kith(
    ...call,
  );
