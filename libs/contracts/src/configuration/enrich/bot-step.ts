import type { BotStep } from '@kith/domain/pipeline';
import { z } from 'zod';
import { uniqueList } from '../members/unique-list.ts';
import { commonMembers, compileCommon } from './common-members.ts';
import type { StepFormat } from './step-format.ts';

const NAMES = ['isbot'] as const;

export const botSchema = z.strictObject({
  type: z.literal('bot').describe("Whether the request is a bot's, by the User-Agent header: isbot."),
  also: uniqueList(z.enum(['headless', 'tool']))
    .default([])
    .describe(
      'What counts as a bot beside crawlers: headless browsers, and tools, which are the HTTP clients of programs: curl, servers. Also for bots: drop.',
    ),
  ...commonMembers,
});

/** The answer is remembered where the header is read. */
export const botFormat: StepFormat = { names: () => NAMES, cache: null };

export const compileBot = (document: z.output<typeof botSchema>): BotStep => ({
  type: 'bot',
  also: new Set(document.also),
  ...compileCommon(document, NAMES, botFormat.cache),
});
