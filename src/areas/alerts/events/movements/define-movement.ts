import type { z } from 'zod';
import type { DayOutcome } from '#areas/rankings/index.ts';
import { defineEventKind, type Ended, type EventKind, type Folded, type FoldOptions, type Inhibition, type Match } from '../event-kind.ts';
import { outcomes, type OutcomeSubject } from '../sources/outcomes.ts';
import { foldMovement } from './fold-movement.ts';
import type { Movement } from './movement.ts';

/** What a rule says of a subject: one comparison, or one for each competitor with a subject of its own. */
export interface SubjectMovement {
  readonly subject: OutcomeSubject;
  readonly movement: Movement;
}

interface MovementKind<Name extends string, Params extends z.ZodObject> {
  readonly event: Name;
  readonly params: Params;
  readonly describe: (params: z.output<Params>) => string;
  /** Undefined: the rule is about none of the subject. */
  readonly toMovement: (params: z.output<Params>, subject: OutcomeSubject) => Movement | undefined;
  /** In place of `toMovement`, where a subject has several. */
  readonly toMovements?: (params: z.output<Params>, subject: OutcomeSubject, seen: readonly DayOutcome[]) => SubjectMovement[];
}

const NOTHING: Folded = { matches: [], suppressed: {}, considered: 0 };

/** A kind that compares an outcome with the one before it: all of it but the comparison is the same. */
export function defineMovement<Name extends string, Params extends z.ZodObject>({
  toMovement,
  toMovements,
  ...kind
}: MovementKind<Name, Params>): EventKind & { readonly event: Name } {
  return defineEventKind({
    ...kind,
    family: 'movement',
    judgedAfter: 'round',
    source: outcomes,
    fold: (params: z.output<Params>, subject: OutcomeSubject, seen: readonly DayOutcome[], options: FoldOptions): Folded => {
      if (toMovements !== undefined) return join(toMovements(params, subject, seen), seen, options);
      const movement = toMovement(params, subject);
      return movement === undefined ? NOTHING : foldMovement(movement, subject, seen, options);
    },
  });
}

function join(movements: readonly SubjectMovement[], seen: readonly DayOutcome[], options: FoldOptions): Folded {
  const folded = movements.map(({ movement, subject }) => foldMovement(movement, subject, seen, options));
  const suppressed: Partial<Record<Inhibition, number>> = {};
  for (const one of folded) {
    for (const [name, count] of Object.entries(one.suppressed) as [Inhibition, number][])
      suppressed[name] = (suppressed[name] ?? 0) + count;
  }
  return {
    matches: folded.flatMap(({ matches }): readonly Match[] => matches),
    suppressed,
    suppressedOn: folded.flatMap(({ suppressedOn = [] }) => [...suppressedOn]),
    considered: folded.reduce((sum, one) => sum + one.considered, 0),
    ended: folded.flatMap(({ ended = [] }): readonly Ended[] => ended),
  };
}
