import type { DataLayerPresetName } from '../../pipeline/pipeline-rules.ts';
import { only, own, without, type Members } from './members.ts';
import type { DataLayerPreset } from './preset.ts';
import { PRESETS } from './presets.ts';
import type { EventContent, Translation } from './translation.ts';

/** Something that a preset found. */
export interface Found extends EventContent {
  readonly preset: DataLayerPresetName;
}

/** What the presets make of an element of `data`. */
export interface TranslatedElement {
  readonly found: readonly Found[];
  /** The members that no preset took, as they came. */
  readonly rest: Members;
}

/** The most values of an element that presets look at; one with more is kept as it came. */
export const MAX_VALUES = 4_000;

/**
 * Asks the presets in order for what an element says: first what stands under their containers, then whether the element
 * is an entry itself. At most `room` things are found; what is beyond stays among the rest.
 */
export const translateElement = (
  element: Members,
  presets: readonly DataLayerPresetName[],
  room: number,
): TranslatedElement => {
  let result: TranslatedElement = { found: [], rest: element };
  if (!isWithin(element, MAX_VALUES)) return result;
  for (const translate of [inContainer, asEntry]) {
    for (const preset of presets) result = translate(result, preset, room - result.found.length);
  }
  return result;
};

type Step = (before: TranslatedElement, name: DataLayerPresetName, room: number) => TranslatedElement;

const inContainer: Step = (before, name, room) => {
  const { container, translate } = PRESETS[name];
  const layer = own(before.rest, container);
  if (layer === undefined) return before;
  const translation = translate(layer, room);
  if (translation.contents.length === 0) return before;
  const rest = without(before.rest, [container]);
  const left = translation.rest === undefined ? {} : { [container]: translation.rest };
  return added(before, name, translation, { ...rest, ...left });
};

const asEntry: Step = (before, name, room) => {
  const preset = PRESETS[name];
  const names = entryMembers(preset, before.rest);
  if (names.length === 0) return before;
  const translation = preset.translateEntry(only(before.rest, names), room);
  if (translation.contents.length === 0) return before;
  return added(before, name, translation, {
    ...without(before.rest, names),
    ...(translation.rest as Members),
  });
};

const CONTAINERS = Object.values(PRESETS).map(({ container }) => container);

/** Another data layer in the same element is no member of this entry. */
const entryMembers = ({ entryMembers: of }: DataLayerPreset, rest: Members): readonly string[] =>
  of(rest).filter((name) => !CONTAINERS.includes(name));

const added = (
  { found }: TranslatedElement,
  preset: DataLayerPresetName,
  { contents }: Translation,
  rest: Members,
): TranslatedElement => ({ found: [...found, ...contents.map((one) => ({ ...one, preset }))], rest });

/** Whether a value has at most `most` values within it, itself and all that is nested counted; looks no further than that. */
const isWithin = (value: unknown, most: number): boolean => leftOf(value, most) >= 0;

/** How many may still come; negative where there were too many. */
const leftOf = (value: unknown, most: number): number => {
  let left = most - 1;
  if (typeof value !== 'object' || value === null) return left;
  for (const member of Object.values(value)) {
    if (left < 0) return left;
    left = leftOf(member, left);
  }
  return left;
};
