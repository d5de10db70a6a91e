import { describe, expect, test } from 'vitest';
import type { DataElement } from '@kith/contracts';
import type { PipelineRules } from '@kith/domain/pipeline';
import { MAX_FROM_DATA_LAYERS } from '@kith/domain/tracking';
import { deadlineIn } from '@kith/platform';
import type { MappingOutcome, MappingQuestion } from '@kith/ports';
import type { InfoRequest } from '../reading/info-request.ts';
import { mapDataLayers, MAX_MAPPED_ELEMENTS, eventsOfElements } from './map-data-layers.ts';

const pipeline = {
  name: 'web',
  dataLayer: ['gtm'],
  mappings: [{ name: 'own', expression: '' }],
} as unknown as PipelineRules;

/** What a request comes to where mappings say this of its elements. */
const reading = async (data: readonly DataElement[], say: (question: MappingQuestion) => MappingOutcome) => {
  const counted: string[] = [];
  const asked: MappingQuestion[] = [];
  const map = (_deadline: unknown, question: MappingQuestion): Promise<MappingOutcome> => {
    asked.push(question);
    return Promise.resolve(say(question));
  };
  const metrics = { mapped: (_: string, outcome: string) => void counted.push(outcome) };
  const request = { pipeline, data, receivedAt: 7 } as unknown as InfoRequest;
  const scope = { account: 'demo', deadline: deadlineIn(60_000) };
  const mapped = await mapDataLayers({ mapping: { map }, metrics }, scope, request);
  const told = eventsOfElements(request, mapped).map((all) => all.map(({ type, part }) => `${type} ${part}`));
  return { told, counted, asked };
};

const made = (output: unknown): MappingOutcome => ({ kind: 'made', mapping: 'own', output });

describe('own mappings of a request', () => {
  test('are asked about the elements that have a data layer, and come before the presets', async () => {
    const data = [
      { id: 'e', page: { name: 'a' }, permission: {}, notification: [] },
      { event: 'login', page: { name: 'b' } },
    ];
    const { told, asked } = await reading(data, () => made([{ action: [{}, {}] }, { page: {}, left: 1 }]));
    expect(asked).toEqual([
      { pipeline: 'web', mappings: pipeline.mappings, element: data[1], receivedAt: 7 },
    ]);
    expect(told).toEqual([
      ['page 0'],
      [
        'page 0',
        'action mapping:own:0',
        'action mapping:own:1',
        'page mapping:own:2',
        'dataLayer mapping:own:3',
      ],
    ]);
  });

  test.each<MappingOutcome>([{ kind: 'nothing' }, made({ page: null }), made({ action: [] })])(
    'that know nothing of an element (%j) leave it to the presets',
    async (outcome) => {
      const { told, counted } = await reading([{ event: 'login' }], () => outcome);
      expect(told).toEqual([['action preset:gtm:0']]);
      expect(counted).toEqual(['nothing']);
    },
  );

  test.each<[string, MappingOutcome]>([
    ['tooLong', { kind: 'failed', why: 'tooLong' }],
    ['error', { kind: 'failed', why: 'error' }],
    ['unfit', made({ page: 'home' })],
    ['unfit', made(JSON.parse(`{"page":{"x":${'['.repeat(40)}${']'.repeat(40)}}}`))],
  ])('that fail (%s) leave the element as it came, past the presets', async (why, outcome) => {
    const { told, counted } = await reading([{ event: 'login', action: [{}] }], () => outcome);
    expect(told).toEqual([['action 0', 'dataLayer none']]);
    expect(counted).toEqual([why]);
  });

  test('are asked about so many elements of a request, the others are kept as they came', async () => {
    const data = Array.from({ length: MAX_MAPPED_ELEMENTS + 1 }, () => ({ event: 'login' }));
    const { told, counted, asked } = await reading(data, () => made({ action: {} }));
    expect(asked).toHaveLength(MAX_MAPPED_ELEMENTS);
    expect(told.at(-2)).toEqual(['action mapping:own:0']);
    expect(told.at(-1)).toEqual(['dataLayer none']);
    expect(counted.filter((outcome) => outcome === 'tooMany')).toHaveLength(1);
  });

  test('come to no more events of one request than data layers may, the others are kept as they came', async () => {
    const each = 60;
    const data = Array.from({ length: 5 }, () => ({ event: 'login' }));
    const { told } = await reading(data, () => made(Array.from({ length: each }, () => ({ action: {} }))));
    const whole = Math.floor(MAX_FROM_DATA_LAYERS / each);
    expect(told.map(({ length }) => length)).toEqual([...Array<number>(whole).fill(each), 1]);
  });
});

test('presets come to no more events of one request than data layers may, the others are kept as they came', () => {
  const data = Array.from({ length: 2 }, () => ({
    dataLayer: Array.from({ length: 200 }, () => ({ event: 'login' })),
  }));
  const told = eventsOfElements({ pipeline, data }, new Map());
  expect(told.map(({ length }) => length)).toEqual([200, MAX_FROM_DATA_LAYERS - 200 + 1]);
  expect(told[1]?.at(-1)?.properties['dataLayer']).toHaveLength(400 - MAX_FROM_DATA_LAYERS);
});
