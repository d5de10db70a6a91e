import { showLast } from './answers.ts';
import { decided } from './consent.ts';
import { DECISIONS } from './decisions.ts';
import { on } from './on.ts';
import { parts } from './parts.ts';
import { safely } from './safely.ts';
import { hurry } from './schedule.ts';
import { flush, leave } from './sender.ts';
import { adopt } from './stored.ts';
import type { Tag } from './tag.ts';

/** Starts the tag of a page. */
export const startTag = (tag: Tag): void => {
  tag.flush = () => void flush(tag).catch(() => delete tag.underway);
  showLast(tag);
  for (const part of parts) if (part) safely(part)(tag);
  on('pagehide', () => leave(tag));
  on('visibilitychange', () => (document.hidden ? leave(tag) : adopt(tag)), document);
  on('online', () => hurry(tag));
  on('storage', ({ key }) => key === DECISIONS && decided(tag));
  adopt(tag);
};
