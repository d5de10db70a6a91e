import type { Request } from 'express';
import { asTokenName } from '../tokens/token-name.ts';
import { asLoginName } from '../users/user-rules.ts';
import { formOf } from './form.ts';

/** What the login form brought; a field that did not come is empty. */
export interface LoginSubmission {
  readonly csrf: string;
  readonly username: string;
  readonly password: string;
  readonly tokenName: string;
  /** Whether only the tokens that are there are wanted, and no new one. */
  readonly listOnly: boolean;
}

/** Reads the form; one that has a field twice, or that is none, brings nothing. */
export const submissionOf = (request: Request): LoginSubmission => {
  const form = formOf(request);
  const field = (name: string): string => form?.get(name) ?? '';
  return {
    csrf: field('csrf'),
    username: asLoginName(field('username')),
    password: field('password'),
    tokenName: asTokenName(field('name')),
    listOnly: field('do') === 'list',
  };
};
