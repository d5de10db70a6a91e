import { describe, expect, test } from 'vitest';
import { badRequest, internalError, Overload, Problem, problemBody, tooManyRequests } from './problem.ts';

describe('a problem', () => {
  test('of a bad request names each offending place', () => {
    const errors = [{ pointer: '?out', detail: 'must be json or js' }];
    expect(problemBody(badRequest(errors))).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'The request does not conform to the specification.',
      errors,
    });
  });

  test('without more to say has no more members', () => {
    expect(problemBody(new Problem(404))).toEqual({ type: 'about:blank', title: 'Not Found', status: 404 });
  });

  test('of ours tells the request id and nothing else', () => {
    expect(problemBody(internalError('r-1'))).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: 'Request r-1 failed.',
    });
  });

  test('that passes says after how many whole seconds', () => {
    expect(tooManyRequests(1.2).headers).toEqual({ 'Retry-After': '2' });
    expect(new Overload(0).headers).toEqual({ 'Retry-After': '1' });
  });
});
