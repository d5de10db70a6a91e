import type { DataLayerPresetName } from '../../pipeline/pipeline-rules.ts';
import { eventsOfElement } from '../events-of-element.ts';
import type { Members } from './members.ts';

/** What an element comes to, without what every test would say the same of. */
export const told = (element: Members, ...presets: readonly DataLayerPresetName[]) =>
  eventsOfElement(element, { presets, room: 256 }).map(({ type, properties, timestamp }) => ({
    [type]: properties,
    ...(timestamp === undefined ? {} : { timestamp }),
  }));
