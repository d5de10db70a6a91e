import type { KithAnswer } from '../kith.ts';
import { isGranted } from './decisions.ts';
import { emit } from './on.ts';
import { own } from './own.ts';
import { keep, recall } from './storage.ts';
import type { Tag } from './tag.ts';

const ANSWER = 'fcData';

/** The last answer, for this page and, where it is permitted, for the next. */
export const remember = (tag: Tag, answer: KithAnswer): void => {
  // Sections are not asked for with every request: those of the same person stay.
  window.fcData = { ...(window.fcData?.umid === answer.umid && window.fcData), ...answer };
  if (isGranted(tag)) keep(ANSWER, JSON.stringify(window.fcData));
  emit('kith:answer', answer);
};

/** What an earlier page was answered. */
export const showLast = (tag: Tag): void => {
  window.fcData = own<KithAnswer>(ANSWER) || (isGranted(tag) && recall<KithAnswer>(ANSWER)) || undefined;
};

/** Leaves nothing of it on the visitor's disk. */
export const forget = (): void => void keep(ANSWER);
