import { describe, expect, test } from 'vitest';
import { REMOVAL_TYPE, type DeliveryContent, type TransformRule } from '@kith/domain/destinations';
import type { Expressions, ExpressionQuestion, ExpressionOutcome } from '@kith/ports';
import { ampleDeadline, randomUmid } from '@kith/testing';
import { createTransform } from './create-transform.ts';

const umid = randomUmid();
const MATERIAL: DeliveryContent = {
  id: 'event-1',
  type: 'kith.tracking.page',
  at: Date.UTC(2026, 10, 21),
  account: 'demo',
  subject: umid,
  umid,
  profileId: 'p-1',
  identifiers: [{ name: 'email_sha256', value: 'a'.repeat(64) }],
  permissions: { OPT: true },
  attributes: { tier: 'gold' },
  data: { name: 'Home' },
};

/** Answers every question with the same outcome, and shows what it was asked. */
const answering = (outcome: ExpressionOutcome): Expressions & { readonly asked: ExpressionQuestion[] } => {
  const asked: ExpressionQuestion[] = [];
  return {
    asked,
    evaluate: async (_deadline, questions) => {
      asked.push(...questions);
      return questions.map(() => outcome);
    },
  };
};

const NOTHING: ExpressionOutcome = { kind: 'made', output: undefined };

const transformed = (
  transform: TransformRule,
  expressions: Expressions = answering(NOTHING),
  content = MATERIAL,
) =>
  createTransform({
    rules: { account: 'demo', name: 'crm', transform },
    expressions,
    clock: () => MATERIAL.at,
  })(ampleDeadline(), content);

const OWN: TransformRule = { kind: 'jsonata', expression: '{ "who": umid }' };

describe('a transformation', () => {
  test('that nobody asked for gives the documented form, a CloudEvent', async () => {
    expect(await transformed({ kind: 'none' })).toEqual({
      kind: 'made',
      payload: {
        specversion: '1.0',
        id: 'event-1',
        source: '/accounts/demo',
        type: 'kith.tracking.page',
        time: '2026-11-21T00:00:00.000Z',
        datacontenttype: 'application/json',
        account: 'demo',
        subject: umid,
        umid,
        profileId: 'p-1',
        identifiers: [{ name: 'email_sha256', value: 'a'.repeat(64) }],
        permissions: { OPT: true },
        attributes: { tier: 'gold' },
        data: { name: 'Home' },
      },
    });
  });

  test('of the configuration is asked about that form, by the name of its destination', async () => {
    const expressions = answering({ kind: 'made', output: { who: 'x' } });
    expect(await transformed(OWN, expressions)).toEqual({ kind: 'made', payload: { who: 'x' } });
    expect(expressions.asked).toEqual([
      {
        owner: 'destination demo.crm',
        expression: '{ "who": umid }',
        input: expect.objectContaining({ umid, time: '2026-11-21T00:00:00.000Z' }),
      },
    ]);
  });

  test('that makes nothing hands nothing on', async () => {
    expect(await transformed(OWN)).toEqual({ kind: 'nothing' });
    expect(await transformed(OWN, answering({ kind: 'made', output: null }))).toEqual({ kind: 'nothing' });
  });

  test.each(['tooLong', 'busy', 'resting', 'crashed'] as const)(
    'that fails (%s) is tried again',
    async (why) => {
      expect(await transformed(OWN, answering({ kind: 'failed', why }))).toEqual({
        kind: 'failed',
        why: `the transformation made nothing (${why})`,
      });
    },
  );

  test.each(['error', 'tooLarge'] as const)('that would fail again (%s) is not', async (why) => {
    expect(await transformed(OWN, answering({ kind: 'failed', why }))).toEqual({
      kind: 'refused',
      why: `the transformation made nothing (${why})`,
    });
  });

  const matching = { email: 'email_sha256', phone: null };
  const google = { ...matching, userList: 'customers/1/userLists/2' };
  const meta = { ...matching, externalId: null, actionSource: 'other', testEventCode: null };

  test('into a public format takes what the format has room for', async () => {
    expect(await transformed({ kind: 'googleCustomerMatch', preset: google })).toMatchObject({
      payload: { operations: [{ create: { userIdentifiers: [{ hashedEmail: 'a'.repeat(64) }] } }] },
    });
    expect(await transformed({ kind: 'metaConversions', preset: meta })).toMatchObject({
      payload: { data: [{ event_name: 'PageView', user_data: { em: ['a'.repeat(64)] } }] },
    });
  });

  test('into a public format without removals hands none on', async () => {
    const removal = { ...MATERIAL, type: REMOVAL_TYPE };
    const expressions = answering(NOTHING);
    expect(await transformed({ kind: 'metaConversions', preset: meta }, expressions, removal)).toEqual({
      kind: 'nothing',
    });
    expect(
      await transformed({ kind: 'googleCustomerMatch', preset: google }, expressions, removal),
    ).toMatchObject({
      payload: { operations: [{ remove: { userIdentifiers: [{ hashedEmail: 'a'.repeat(64) }] } }] },
    });
  });
});
