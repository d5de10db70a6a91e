import { send } from '../kit/http.ts';
import type { Suite } from '../suite/start-suite.ts';

/** What the edge says of its spool. */
export type SpoolState = {
  readonly status: number;
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
  readonly records: number;
};

/** Asks the suite's edge. */
export const spoolState = (suite: Suite): Promise<SpoolState> => spoolAt(suite.managementUrl('info-ingest'));

/** Asks the edge with this management port. */
export const spoolAt = async (url: string): Promise<SpoolState> => {
  const ready = await send(url, '/readyz');
  const { reasons, notes = [] } = ready.json() as Pick<SpoolState, 'reasons'> & Partial<SpoolState>;
  const { text } = await send(url, '/metrics');
  const records = Number(/^kith_spool_records\{[^}]*\} (\d+)$/m.exec(text)?.[1]);
  return { status: ready.status, reasons, notes, records };
};

/** What it notes while events go to the spool. */
export const SPOOLING = 'events go to the spool';
