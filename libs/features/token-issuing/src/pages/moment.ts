import { markup, type Html } from './markup.ts';

const WORDS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** A moment in epoch milliseconds, for people and for programs. The server cannot know the reader's time zone. */
export const moment = (at: number): Html =>
  markup`<time datetime="${new Date(at).toISOString()}">${WORDS.format(at)} UTC</time>`;
