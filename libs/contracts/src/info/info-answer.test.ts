import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import { renderAnswer } from './info-answer.ts';

const umid = '0b0c1d2e-3f40-4a5b-8c6d-7e8f90a1b2c3' as Umid;

describe('an info answer', () => {
  test('is the object itself as json', () =>
    expect(renderAnswer({ umid, state: 0 }, 'json')).toBe(`{"umid":"${umid}","state":0}`));

  test('is an assignment to fcData as js', () =>
    expect(renderAnswer({ umid, state: 0 }, 'js')).toBe(`var fcData = {"umid":"${umid}","state":0};`));

  test('as js cannot end the script that it stands in', () => {
    const attributes = { lastPage: '</script><!--\u2028\u2029' };
    const script = renderAnswer({ umid, state: 0, attributes }, 'js');
    expect(script).not.toMatch(/[<\u2028\u2029]/);
    expect(runInNewContext(`${script} JSON.stringify(fcData.attributes)`)).toBe(JSON.stringify(attributes));
  });
});
