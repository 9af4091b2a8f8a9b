import { Group } from '@mantine/core';
import classes from './outcome-squares.module.css';
import { describeOutcomes, type Outcome } from './outcome-squares/describe.ts';

export type { Outcome } from './outcome-squares/describe.ts';

/** Runs as squares, the oldest first. Each kind has a shape of its own beside its colour. */
export function OutcomeSquares({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  return (
    <Group gap={3} role="img" aria-label={describeOutcomes(outcomes)}>
      {outcomes.map(({ id, status, label }) => (
        <span key={id} className={classes.square} data-status={status} title={label} />
      ))}
    </Group>
  );
}
