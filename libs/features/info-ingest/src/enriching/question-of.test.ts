import { describe, expect, test } from 'vitest';
import type { Identifier } from '@kith/domain/identity';
import type { Scope } from '@kith/ports';
import type { InfoRequest } from '../reading/info-request.ts';
import type { Visitor } from '../recognising/recognise-visitor.ts';
import { questionOf } from './enrich-visit.ts';

const scope = { account: 'demo' } as Scope;
const id = (name: string, value: string): Identifier => ({ name, value });

const identifiersIn = (brought: readonly Identifier[], shown?: readonly Identifier[]) => {
  const request = { pipeline: { name: 'web' }, identifiers: brought } as unknown as InfoRequest;
  const sections = shown === undefined ? {} : { identifiers: shown };
  const visitor = { umdid: 'd', entry: { umid: 'u' }, sections } as unknown as Visitor;
  return questionOf({ scope, request, visitor }, { address: '', userAgent: '' }).identifiers;
};

describe('the identifiers that outside knowledge is found by', () => {
  test('are those of the request where the answer shows none', () => {
    expect(identifiersIn([id('customerId', 'c')])).toEqual([id('customerId', 'c')]);
  });

  test('are those of the profile where the answer shows them, the request’s first', () => {
    const shown = [id('email', 'e'), id('customerId', 'c')];
    expect(identifiersIn([id('customerId', 'c')], shown)).toEqual([id('customerId', 'c'), id('email', 'e')]);
  });

  test('are not those of a neighbour, that the request brought and the profile has not', () => {
    expect(identifiersIn([id('mt1', 'theirs')], [id('customerId', 'c'), id('mt1', 'own')])).toEqual([
      id('customerId', 'c'),
      id('mt1', 'own'),
    ]);
  });
});
