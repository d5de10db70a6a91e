import type { Response } from 'express';

/** A failure before GraphQL began, in the shape of its answers: `errors` with a code each. */
export interface RequestFailure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Stands beside the code; for a fault, by which it can be found. */
  readonly requestId?: string;
}

export const answerFailure = (response: Response, { status, message, ...extensions }: RequestFailure): void =>
  void response.status(status).json({ errors: [{ message, extensions }] });
