type Members = Readonly<Record<string, string>>;

/** The calls of the tag that the shop makes; each promises the answer, or null where there is none now. */
export interface Kith {
  (call: 'page' | 'reset'): Promise<unknown>;
  (call: 'info', sections: Readonly<Record<string, boolean>>): Promise<unknown>;
  /** Members of an action; names and values of identifiers. */
  (call: 'track' | 'identify', members: Members): Promise<unknown>;
  (
    call: 'consent',
    permissions: Readonly<Record<string, boolean>>,
    shown: { readonly notification: string; readonly version: number; readonly uxvariant: string },
  ): Promise<unknown>;
}

/** What `kith:sent` tells: a request as it goes out. */
export interface SentDetail {
  readonly url: string;
  readonly body?: unknown;
  readonly by: string;
}

/** The tag, or the queue that keeps its calls until it is loaded. */
export const kith: Kith = (...call: readonly unknown[]) =>
  (window as unknown as { readonly kith: (...call: readonly unknown[]) => Promise<unknown> }).kith(...call);
