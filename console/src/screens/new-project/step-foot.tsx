import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import { newProjectSearch } from './index.ts';
import { toNext, type Step } from './steps.ts';

/** Goes on from a step. */
export function useGoOn(step: Step): () => void {
  const { setSearch } = useScreenSearch(newProjectSearch);
  return () => setSearch({ step: toNext(step) ?? step }, { isNewEntry: true });
}

interface StepFootProps {
  readonly step: Step;
  /** What the step is for is under way: leaving it out now would go on twice. */
  readonly isBusy?: boolean;
  /** The button that does what the step is for. */
  readonly children: ReactNode;
}

/** The end of a step: do it, or leave it out. */
export function StepFoot({ step, isBusy = false, children }: StepFootProps) {
  const goOn = useGoOn(step);
  return (
    <Group justify="flex-end" mt="md">
      <Button variant="subtle" color="gray" disabled={isBusy} onClick={goOn}>
        Skip
      </Button>
      {children}
    </Group>
  );
}
