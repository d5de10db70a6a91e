import { expect, test } from 'vitest';
import { faultsOf } from './recount.ts';

const promised = { customer: 'c', pages: ['c/page-0', 'c/page-1'], consent: [true, false] };
const kept = { pages: ['c/page-1', 'c/page-0'], history: [true, true, false], permission: false };

test('a promise that is kept has no fault, also where something was sent again', () => {
  expect(faultsOf(promised, kept)).toEqual([]);
});

test.each([
  [null, 'c is not known'],
  [{ ...kept, pages: ['c/page-1'] }, 'c/page-0 is lost'],
  [{ ...kept, pages: [...kept.pages, 'c/page-1'] }, 'c/page-1 is stored twice'],
  [{ ...kept, history: [false] }, 'c said true,false, and the history says false'],
  [{ ...kept, permission: true }, "c's permission is true, not false"],
])('%j is a broken promise', (stored, fault) => {
  expect(faultsOf(promised, stored)).toEqual([fault]);
});
