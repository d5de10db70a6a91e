import { decide } from '../consent.ts';
import { own } from '../own.ts';
import { safely } from '../safely.ts';
import type { TagPart } from '../tag.ts';

/** How often a manager that loads by itself is looked for, in milliseconds, and how many times. */
const EVERY_MS = 250;

const TIMES = 240;

interface Consents {
  readonly consents: Readonly<Record<string, boolean>>;
}

/** What the tag reads of the TCData of TCF 2.2. */
interface TcData {
  readonly eventStatus?: string;
  readonly gdprApplies?: boolean;
  readonly purpose: Consents;
  readonly vendor: Consents;
}

type TcfApi = (
  command: 'addEventListener',
  version: 2,
  callback: (data: TcData, isSuccess: boolean) => void,
) => void;

/** `tcloaded` and `useractioncomplete`. */
const DECIDED = /^(tcl|use)/;

export const tcf: TagPart = (tag) => {
  let decided: TcData | undefined;
  const tell = (): void => {
    if (!decided) return;
    const { purpose, vendor } = decided;
    decide(tag, (need) => (need[0] === 'p' ? purpose : vendor).consents[need.slice(1)] === true);
  };
  tag.teller = tell;
  const hear = safely((data: TcData, isSuccess: boolean) => {
    // While the visitor is being asked nothing is decided, and where the GDPR does not apply nobody was asked.
    if (isSuccess && data.gdprApplies !== false && DECIDED.test(data.eventStatus!)) {
      decided = data;
      tell();
    }
  });
  when(
    () => own<TcfApi>('__tcfapi'),
    (api) => api('addEventListener', 2, hear),
  );
};

/** Uses what a page comes to have, as soon as it is there. */
const when = <T>(find: () => T | undefined, use: (found: T) => void, times = TIMES): void => {
  const found = find();
  if (found) safely(use)(found);
  else if (times) setTimeout(() => when(find, use, times - 1), EVERY_MS);
};
