import { describe, expect, test } from 'vitest';
import {
  badRequest,
  internalError,
  Overload,
  PLATFORM_PROBLEMS,
  Problem,
  problemBody,
  tooManyRequests,
} from './problem.ts';

describe('a problem', () => {
  test('of a bad request names each offending place', () => {
    const errors = [{ pointer: '?out', detail: 'must be json or js' }];
    expect(problemBody(badRequest(errors))).toEqual({
      type: '/problems#bad_request',
      title: 'Bad Request',
      status: 400,
      code: 'bad_request',
      detail: 'The request does not conform to the specification.',
      errors,
    });
  });

  test('without more to say has no more members', () => {
    expect(problemBody(new Problem(PLATFORM_PROBLEMS.notFound))).toEqual({
      type: '/problems#not_found',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
    });
  });

  test('of ours tells the request id and nothing else', () => {
    expect(problemBody(internalError('r-1'))).toEqual({
      type: '/problems#internal_server_error',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal_server_error',
      detail: 'Request r-1 failed.',
    });
  });

  test('that passes says after how many whole seconds', () => {
    expect(tooManyRequests(1.2).headers).toEqual({ 'Retry-After': '2' });
    expect(new Overload(0).headers).toEqual({ 'Retry-After': '1' });
  });
});
