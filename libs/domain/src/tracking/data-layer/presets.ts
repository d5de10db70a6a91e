import type { DataLayerPresetName } from '../../pipeline/pipeline-rules.ts';
import { adobe } from './adobe.ts';
import { gtm } from './gtm.ts';
import type { DataLayerPreset } from './preset.ts';
import { tealium } from './tealium.ts';
import { w3c } from './w3c.ts';

/** The foreign data layers that Kith knows. */
export const PRESETS: Readonly<Record<DataLayerPresetName, DataLayerPreset>> = { gtm, w3c, tealium, adobe };
