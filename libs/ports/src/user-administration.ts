import type { AccountName } from '@kith/domain/pipeline';
import type { Attributed } from './administration.ts';
import type { Deadline, Scope } from './scope.ts';

/** A person to be added, with the password as typed. */
export interface NewUser {
  readonly account: AccountName;
  readonly username: string;
  readonly password: string;
}

/** `exists` where some account has a user of that name; `unfit` says which member is no user name or password. */
export type UserAdded =
  | { readonly kind: 'added' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'unknownAccount' }
  | { readonly kind: 'unfit'; readonly member: 'username' | 'password' };

/** A user as an administrator sees one: nothing of the password. */
export interface ListedUser {
  readonly username: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The users of an account, by name. */
export type UsersListed =
  { readonly kind: 'users'; readonly users: readonly ListedUser[] } | { readonly kind: 'unknownAccount' };

/** A user of an account, by name. */
export interface NamedUser {
  readonly account: AccountName;
  readonly username: string;
}

/** A new password for a user, as typed. */
export interface NewPassword extends NamedUser {
  readonly password: string;
  /** Whether the user's offline tokens end too: they stay otherwise. */
  readonly revokeTokens: boolean;
}

/** `unknown` where the account has no such user. */
export type PasswordChanged =
  | { readonly kind: 'changed'; readonly revokedTokens: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unknownAccount' }
  | { readonly kind: 'unfit'; readonly member: 'password' };

export type UserRemoved =
  { readonly kind: 'removed' } | { readonly kind: 'unknown' } | { readonly kind: 'unknownAccount' };

/** What an administrator does about the people who may fetch offline tokens; each change stands in the audit trail. */
export interface UserAdministration {
  add(deadline: Deadline, user: NewUser & Attributed): Promise<UserAdded>;
  list(scope: Scope): Promise<UsersListed>;
  /** Ends the user's sessions at the page, too. */
  changePassword(deadline: Deadline, change: NewPassword & Attributed): Promise<PasswordChanged>;
  /** Revokes the user's offline tokens, too. */
  remove(deadline: Deadline, user: NamedUser & Attributed): Promise<UserRemoved>;
}
