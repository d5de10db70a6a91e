/** The named secrets that the domain derives with; `SECRETS_FILE` holds them. */
export type DerivationSecret = 'umid' | 'retry' | 'chain' | 'suppression';

/** A keyed MAC (HMAC-SHA-256) over parts that cannot run into each other. Given by the caller: the domain knows no secrets. */
export type Mac = (secret: DerivationSecret, ...parts: string[]) => Uint8Array;

/** One MAC per accepted secret, the first secret's first. */
export type Macs = (secret: DerivationSecret, ...parts: string[]) => readonly Uint8Array[];
