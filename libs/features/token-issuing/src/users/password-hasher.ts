import type { RandomBytes } from '@kith/platform';
import { hash, verify } from '@node-rs/argon2';

/** What a hash costs: memory in KiB, passes over it, and lanes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. The package's default algorithm is Argon2id. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and checks passwords with Argon2id. */
export interface PasswordHasher {
  /** The password's hash in Argon2's own encoded form. */
  hash(password: string): Promise<string>;
  /** Whether the password is right. Without a hash it does the same work and answers that it is not, so that nobody learns who exists. */
  check(passwordHash: string | null, password: string): Promise<boolean>;
}

export const createPasswordHasher = (cost: PasswordCost, randomBytes: RandomBytes): PasswordHasher => {
  const ofNobody = hashOfNobody(cost, randomBytes);
  return {
    hash: (password) => hash(password, cost),
    check: async (passwordHash, password) =>
      (await verify(passwordHash ?? ofNobody, password)) && passwordHash !== null,
  };
};

/** Of no password at all, and made at the same cost as any other. */
export const hashOfNobody = (
  { memoryCost, timeCost, parallelism }: PasswordCost,
  randomBytes: RandomBytes,
): string => {
  const unpaddedBase64 = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  const cost = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${unpaddedBase64(16)}$${unpaddedBase64(32)}`;
};
