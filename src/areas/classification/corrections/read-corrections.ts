import { invalid, type FieldProblem } from '#kernel/errors.ts';
import { toKnownLabel } from '../vocabulary/to-known-label.ts';
import type { Correction, Entity } from './correction.ts';

/** A dimension as it was named in a request, and the label that was given. */
export interface GivenLabel {
  readonly field: string;
  readonly dimension: string;
  readonly text: string;
}

export interface Opinion {
  readonly given: readonly GivenLabel[];
  /** Whether the labels that it has are right, where that was said. */
  readonly isCorrect: boolean | undefined;
}

/**
 * What a person says of an entity, as a label for each dimension. Without given labels, `isCorrect` confirms all that
 * it has.
 * @param said what was said of it before: who says the same again may still call what was there wrong
 * @throws AppError 400 that names every field that is unknown, out of its vocabulary or contradicts another
 */
export function readCorrections(entity: Entity, { given, isCorrect }: Opinion, said: readonly Correction[]): ReadonlyMap<string, string> {
  const problems: FieldProblem[] = [];
  const corrected = new Map<string, string>();
  for (const { field, dimension, text } of given) {
    const label = toKnownLabel(dimension, text);
    const problem = findProblem(entity, { dimension, label, isCorrect, known: corrected.get(dimension) });
    if (problem !== undefined) problems.push({ path: field, message: problem });
    else if (label !== undefined) corrected.set(dimension, label);
  }
  if (given.length === 0) {
    const problem = confirm(entity, isCorrect, corrected);
    if (problem !== undefined) problems.push({ path: 'is_correct', message: problem });
  } else if (
    isCorrect === false &&
    problems.length === 0 &&
    [...corrected].every(([name, label]) => isLabelAlready(entity, said, { name, label }))
  ) {
    problems.push(...given.map(({ field }) => ({ path: field, message: 'contradicts is_correct: it is the label already' })));
  }
  if (problems.length > 0) throw invalid(problems);
  return corrected;
}

/** Whether a correction says nothing new, and did not make the label what it is. */
function isLabelAlready(
  entity: Entity,
  said: readonly Correction[],
  { name, label }: { readonly name: string; readonly label: string },
): boolean {
  const isRepeated = said.some(({ originalDimension, originalValue, correctedValue }) => {
    return originalDimension === name && correctedValue === label && originalValue !== label;
  });
  return label === entity.labels[name] && !isRepeated;
}

interface Given {
  readonly dimension: string;
  readonly label: string | undefined;
  readonly isCorrect: boolean | undefined;
  /** What another field of the request says of the same dimension. */
  readonly known: string | undefined;
}

function findProblem(entity: Entity, { dimension, label, isCorrect, known }: Given): string | undefined {
  const before = entity.labels[dimension];
  if (before === undefined) return `is no dimension of a ${entity.type}`;
  if (label === undefined) return `must be a label of ${dimension}; GET /api/admin/classifier/vocabularies lists them`;
  if (known !== undefined && known !== label) return `contradicts the other value for ${dimension}, ${known}`;
  if (isCorrect === true && label !== before) return `contradicts is_correct: the label is ${before ?? 'not known'}`;
  return undefined;
}

function confirm(entity: Entity, isCorrect: boolean | undefined, corrected: Map<string, string>): string | undefined {
  if (isCorrect !== true) return 'must be true, or a corrected label must be given';
  for (const [dimension, label] of Object.entries(entity.labels)) if (label !== null) corrected.set(dimension, label);
  return corrected.size === 0 ? 'confirms nothing: the entity has no label yet' : undefined;
}
