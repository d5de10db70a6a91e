import { showLast } from './answers.ts';
import type { Tag } from './tag.ts';
import { startParts } from './parts.ts';
import { on } from './on.ts';
import { ofDocument } from './own.ts';
import { giveWay, goOn } from './schedule.ts';
import { flush, leave } from './sender.ts';
import { adopt } from './stored.ts';
import { decided } from './consent.ts';

/** Starts the tag of a page. */
export const startTag = (tag: Tag): void => {
  tag.flush = () => void flush(tag);
  showLast(tag);
  startParts(tag);
  on('pagehide', () => leave(tag));
  on('visibilitychange', () => (ofDocument('hidden') ? leave(tag) : adopt(tag)));
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
