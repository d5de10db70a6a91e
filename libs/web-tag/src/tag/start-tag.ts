import { showLast } from './answers.ts';
import type { Tag } from './tag.ts';
import { startParts } from './parts.ts';
import { on } from './on.ts';
import { giveWay, goOn } from './schedule.ts';
import { flush, leave } from './sender.ts';
import { adopt } from './stored.ts';
import { decided } from './consent.ts';

/** Starts the tag of a page. */
export const startTag = (tag: Tag): void => {
  tag.flush = () => void flush(tag).catch(() => delete tag.underway);
  showLast(tag);
  startParts(tag);
  on('pagehide', () => leave(tag));
  on('visibilitychange', () => (document.hidden ? leave(tag) : adopt(tag)), document);
  on('online', () => goOn(tag));
  on('storage', ({ key }) => {
    if (key !== tag.keptAs) return;
    // What this page was answered may be of a visitor who has gone.
    window.fcData = undefined;
    showLast(tag);
    giveWay(tag);
    decided(tag);
  });
  adopt(tag);
};
