import DataLoader from 'dataloader';
import type { SegmentAnswers, SegmentMaterial } from '@kith/domain/answer';
import type { Umid } from '@kith/domain/identity';
import { evaluateSegments, type Deadline, type Expressions } from '@kith/ports';

/** Says which segments the persons of one request are in; those who are asked about at once are one question. */
export interface SegmentLoader {
  of(umid: Umid, material: SegmentMaterial): Promise<SegmentAnswers>;
}

export const createSegmentLoader = (expressions: Expressions, deadline: Deadline): SegmentLoader => {
  const loader = new DataLoader<Person, SegmentAnswers, Umid>(
    (persons) =>
      evaluateSegments(
        expressions,
        deadline,
        persons.map(({ material }) => material),
      ),
    { cacheKeyFn: ({ umid }) => umid },
  );
  return { of: (umid, material) => loader.load({ umid, material }) };
};

interface Person {
  readonly umid: Umid;
  readonly material: SegmentMaterial;
}
