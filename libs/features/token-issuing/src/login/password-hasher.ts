import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createWorkGate } from './work-gate.ts';

/** What a hash costs: memory in KiB, passes over it, and lanes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. The package's default algorithm is Argon2id. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Argon2 takes memory and a thread of Node's pool, so only a few may run while the rest waits or is sent away. */
const AT_ONCE = 2;
const WAITING = 16;

/** Whether the password is right, or `busy` where too many are being checked already. */
export type PasswordCheck = 'right' | 'wrong' | 'busy';

/** Hashes and checks passwords with Argon2id. */
export interface PasswordHasher {
  /** The password's hash in Argon2's own encoded form. */
  hash(password: string): Promise<string>;
  /** Without a hash it does the same work and answers `wrong`, so that nobody learns who exists. */
  check(passwordHash: string | null, password: string): Promise<PasswordCheck>;
}

export const createPasswordHasher = (cost: PasswordCost): PasswordHasher => {
  const gate = createWorkGate({ atOnce: AT_ONCE, waiting: WAITING });
  const nobodys = hashOfNobody(cost);
  return {
    hash: (password) => hash(password, cost),
    check: async (passwordHash, password) => {
      const checked = await gate.run(() => verify(passwordHash ?? nobodys, password));
      if (checked.kind === 'busy') return 'busy';
      return checked.value && passwordHash !== null ? 'right' : 'wrong';
    },
  };
};

const hashOfNobody = ({ memoryCost, timeCost, parallelism }: PasswordCost): string => {
  const cost = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${unpaddedBase64(16)}$${unpaddedBase64(32)}`;
};

const unpaddedBase64 = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '');
