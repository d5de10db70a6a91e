import type { EnrichDocument } from './enrich-schema.ts';

/** A file that a pipeline's steps name, and the keys that lead to the member that names it, from `enrich` on. */
export interface StepFile {
  readonly path: readonly (string | number)[];
  readonly file: string;
}

/** The secrets of steps; the files that steps look into are followed by themselves. */
export const filesOfSteps = (enrich: EnrichDocument): readonly StepFile[] =>
  enrich.flatMap((step, index) =>
    step.type === 'http'
      ? Object.entries(step.headers).flatMap(([name, value]) =>
          typeof value === 'string'
            ? []
            : [{ path: ['enrich', index, 'headers', name, 'secretFile'], file: value.secretFile }],
        )
      : [],
  );
