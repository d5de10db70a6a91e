import process from 'node:process';
import { VERSION } from '../version.ts';
import type { Metrics } from './metrics.ts';

/** Tells what runs: the version, the layout of the data that it knows ("none" where it keeps none), and Node's version. */
export const tellBuild = (metrics: Metrics, layout: number | null): void =>
  metrics.gauge('kith_build_info', '1, with what runs in its labels', ['version', 'layout', 'node']).set(1, {
    version: VERSION,
    layout: layout === null ? 'none' : String(layout),
    node: process.versions.node,
  });
