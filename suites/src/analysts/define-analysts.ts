import { beforeAll, describe } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { openAnalystStage, type AnalysedStore, type AnalystStage } from './analyst-stage.ts';
import { defineFields } from './define-fields.ts';
import { defineIsolation } from './define-isolation.ts';
import { definePages } from './define-pages.ts';
import { defineStatistics } from './define-statistics.ts';

/** A store that was opened for a suite. */
export interface OpenedStore {
  readonly store: AnalysedStore;
  readonly close: () => Promise<void>;
}

/** What analysts read over GraphQL, whatever store holds it. */
export const defineAnalysts = (name: string, open: () => Promise<OpenedStore>): void =>
  void describe(name, () => {
    let opened: OpenedStore;
    let stage: AnalystStage;
    const endings = useEndings();
    beforeAll(async () => {
      opened = await open();
      endings.push(() => opened.close());
      stage = await openAnalystStage(opened.store);
      endings.push(() => stage.close());
    });

    for (const define of [defineFields, definePages, defineStatistics, defineIsolation]) define(() => stage);
  });
