import { describe, expect, test } from 'vitest';
import { createVisitor, type InfoAnswer, type Visitor } from '../kit/visitor.ts';
import { signed } from './guarded-configuration.ts';

const everySection = '&attributes&identifiers&nbidentifiers&notifications&permissions';

/** `unverifiedReads` (docs/behaviour.md#what-identifiers-open). */
export const defineReading = (url: () => string): void => {
  const ask = async (visitor: Visitor, pipeline: string, query = ''): Promise<InfoAnswer> =>
    (await visitor.get(`/op/${pipeline}/info?out=json${everySection}${query}`)).json() as InfoAnswer;
  const stranger = (pipeline: string, query: string): Promise<InfoAnswer> =>
    ask(createVisitor(url()), pipeline, query);
  /** A customer with something to read. */
  const newCustomer = async (
    query: string,
  ): Promise<{ readonly visitor: Visitor; readonly umid: string }> => {
    const visitor = createVisitor(url());
    const { umid } = await visitor.info(query, { permission: { 'CS-OPT': true } });
    return { visitor, umid };
  };

  test('without a restriction whoever names an identifier reads the profile', async () => {
    const { umid } = await newCustomer('&email=e-full');
    expect(await stranger('web', '&email=e-full')).toMatchObject({ umid, permissions: { 'CS-OPT': true } });
  });

  describe('to a device that was bound before', () => {
    test('are shown on the pipeline that says bound', async () => {
      const { visitor, umid } = await newCustomer('&email=e-own');
      expect(await ask(visitor, 'bound')).toMatchObject({ umid, permissions: { 'CS-OPT': true } });
      expect(await ask(visitor, 'bound', '&email=e-own')).toMatchObject({
        identifiers: [{ value: 'e-own' }],
      });
    });

    test('are not shown on the pipeline that says none', async () => {
      const { visitor, umid } = await newCustomer('&email=e-none');
      expect(await ask(visitor, 'none')).toEqual({ umid, state: 1 });
    });

    test('are not shown while an identifier brings it to another profile', async () => {
      const { umid } = await newCustomer('&email=e-goal');
      const visitor = createVisitor(url());
      await visitor.info();
      expect(await ask(visitor, 'bound', '&email=e-goal')).toEqual({ umid, state: 1 });
    });

    test('are shown from the next request on, once an identifier has bound it', async () => {
      const { umid } = await newCustomer('&email=e-next');
      const visitor = createVisitor(url());
      expect(await ask(visitor, 'bound', '&email=e-next')).toEqual({ umid, state: 1 });
      expect(await ask(visitor, 'bound')).toMatchObject({ umid, permissions: { 'CS-OPT': true } });
    });
  });

  test('a first visit reads nothing', async () => {
    for (const pipeline of ['bound', 'none']) {
      expect(await stranger(pipeline, '')).toEqual({ umid: expect.any(String), state: 0 });
    }
  });

  test.each(['bound', 'none'])(
    'a stranger who names identifiers learns from %s neither a section nor whether there is such a customer',
    async (pipeline) => {
      await newCustomer(`&email=e-known-${pipeline}`);
      const known = await stranger(pipeline, `&email=e-known-${pipeline}`);
      const unknown = await stranger(pipeline, `&email=e-unknown-${pipeline}`);
      for (const answer of [known, unknown]) expect(answer).toEqual({ umid: expect.any(String), state: 1 });
    },
  );

  test('a profileId opens nothing either', async () => {
    const { visitor } = await newCustomer('&email=e-profile');
    const { identifiers } = await ask(visitor, 'bound');
    expect(identifiers).toBeDefined();
    expect(Object.keys(await stranger('bound', '&profileId=unknown-profile'))).toEqual(['umid', 'state']);
  });

  describe.each(['bound', 'none'])('on the pipeline that says %s', (pipeline) => {
    test('a signed identifier opens the profile that it finds', async () => {
      const { umid } = await newCustomer(signed(`found-${pipeline}`));
      const answer = await stranger(pipeline, signed(`found-${pipeline}`));
      expect(answer).toMatchObject({ umid, permissions: { 'CS-OPT': true } });
    });

    test('a signed identifier opens the profile that it makes, and the visitor that it takes along', async () => {
      expect(await stranger(pipeline, signed(`made-${pipeline}`))).toMatchObject({ permissions: {} });
      const visitor = createVisitor(url());
      await visitor.info('', { permission: { 'CS-OPT': true } });
      expect(await ask(visitor, pipeline, signed(`taken-${pipeline}`))).toMatchObject({
        state: 1,
        permissions: { 'CS-OPT': true },
      });
    });

    test('a signed identifier opens nothing of the profile that an unsigned one finds', async () => {
      const { umid } = await newCustomer(`&email=e-victim-${pipeline}`);
      const answer = await stranger(pipeline, `${signed(`attacker-${pipeline}`)}&email=e-victim-${pipeline}`);
      expect(answer).toEqual({ umid, state: 1 });
    });
  });
};
