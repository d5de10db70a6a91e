import type { GroupDecision, GroupMember } from '@kith/ports';

/** A member that waits until what is decided of it is stored. */
export interface PendingMember extends Omit<GroupMember<unknown>, 'decide'> {
  /** The decision, and how its result is told once it is stored. */
  readonly decide: (loaded: Parameters<GroupMember<unknown>['decide']>[0]) => Decided;
  /** How often somebody else was faster with something that it is about. */
  readonly failures: number;
  readonly reject: (error: unknown) => void;
}

/** What is to be written of a member, and what is called when that is stored. */
export interface Decided extends Pick<GroupDecision<unknown>, 'commit'> {
  readonly tell: () => void;
}

/** A member, and the promise of its result. */
export const pendingMember = <R>({
  decide,
  ...member
}: GroupMember<R>): { readonly pending: PendingMember; readonly result: Promise<R> } => {
  const { promise, resolve, reject } = withResolvers<R>();
  const decideAndTell: PendingMember['decide'] = (loaded) => {
    const { commit, result } = decide(loaded);
    return { commit, tell: () => resolve(result) };
  };
  return { pending: { ...member, decide: decideAndTell, failures: 0, reject }, result: promise };
};

const withResolvers = <R>() => {
  let resolve!: (result: R) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<R>((onResult, onError) => {
    resolve = onResult;
    reject = onError;
  });
  return { promise, resolve, reject };
};
