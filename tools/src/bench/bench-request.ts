/** One request that the load sends again and again. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Stands for a number of as many digits that no other request has, so that the length of the request stays.
 * It may stand in the path and in the body.
 */
export const UNIQUE = '{unique-number}';

/** The first of the numbers that take the place of `UNIQUE` in one run of the load: 100 for every millisecond. */
export const firstUniqueNumber = (epochMs: number): number => epochMs * 100;

export const get = (path: string, headers: BenchRequest['headers'] = {}): BenchRequest => ({
  method: 'GET',
  path,
  headers,
  body: '',
});

export const postJson = (
  path: string,
  value: unknown,
  headers: BenchRequest['headers'] = {},
): BenchRequest => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

export const postForm = (path: string, fields: Readonly<Record<string, string>>): BenchRequest => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});
