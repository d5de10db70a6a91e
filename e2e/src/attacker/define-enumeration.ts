import { describe, expect, test } from 'vitest';
import { answered, fresh, type TheKith } from '../conformance/ask.ts';
import type { Received } from '../kit/conforming.ts';
import { send } from '../kit/http.ts';
import { createVisitor, partsOf } from '../kit/visitor.ts';

const everySection = '&attributes&identifiers&nbidentifiers&notifications&permissions';
const TRIES = 25;

/** Guessing identifiers, where a pipeline does not show sections to whoever knows one. */
export const defineEnumeration = (kith: TheKith): void => {
  describe.each(['bound', 'none'])('guessing identifiers on a pipeline that says %s', (pipeline) => {
    const guess = (name: string, value: string): Promise<Received> =>
      send(kith().url, `/op/${pipeline}/info?out=json${everySection}&${name}=${value}`);

    /** All that an answer shows but the values that no two answers share. */
    const shapeOf = (received: Received): unknown => ({
      status: received.status,
      members: Object.keys(answered(received)).sort(),
      state: answered(received).state,
      headers: Object.keys(received.headers).sort(),
      length: received.text.length,
      cookieType: partsOf(/umdid=([^;]*)/.exec(received.headers['set-cookie']?.[0] ?? '')?.[1]).type,
    });

    test.each(['customerId', 'mt1'])(
      'a value of %s that somebody has and one that nobody has are answered alike, without sections',
      async (name) => {
        const shapes = new Set<string>();
        for (let index = 0; index < TRIES; index += 1) {
          const known = fresh('known');
          await createVisitor(kith().url).info(`&${name}=${known}&mt2=${fresh('line')}`, {
            permission: { 'CS-OM': true },
            notification: [{ name: 'MAIN_CS' }],
          });
          for (const value of [known, fresh('other')])
            shapes.add(JSON.stringify(shapeOf(await guess(name, value))));
        }
        expect(shapes.size).toBe(1);
        expect(JSON.parse([...shapes][0] ?? '')).toMatchObject({ status: 200, members: ['state', 'umid'] });
      },
    );
  });
};
