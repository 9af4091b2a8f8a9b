import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Estimate } from '#client';
import { say } from '#data/answers/announce.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { assertWell } from '#data/answers/came-of.ts';
import { forUsd } from '../states/money.ts';
import { ErrorNote } from '../states/answered.tsx';
import { isRefused } from './confirm-price.tsx';
import { Icon } from '../icons/icon.tsx';
import { RefusalNote } from '../states/refusal-note.tsx';

interface PricedButtonProps<Done> {
  /** What it does, before its price: `Try again`. */
  readonly verb: string;
  /** What is said when it was begun: `The onboarding of shop.com has begun`. */
  readonly begun: string;
  /** What the price depends on. */
  readonly of: unknown;
  /** The same request with `dry_run: true`. */
  readonly dryRun: () => Promise<Estimate>;
  readonly run: () => Promise<Done>;
  readonly onDone: (done: Done) => void;
}

/** A button that carries its price, so that one press is enough; it cannot be pressed while a budget refuses. */
export function PricedButton<Done>({ verb, begun, of, dryRun, run, onDone }: PricedButtonProps<Done>) {
  const price = useQuery<Estimate, ApiError>({ queryKey: ['price', useId(), of], queryFn: dryRun, gcTime: 0, staleTime: 0 });
  const action = useMutation<Done, ApiError>({
    mutationFn: async () => assertWell(await run()),
    onSuccess: (done) => {
      say(begun);
      onDone(done);
    },
  });
  const error = action.error ?? price.error;
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        leftSection={<Icon name="refresh" size={15} />}
        disabled={!price.data || isRefused(price.data)}
        loading={action.isPending}
        onClick={() => action.mutate()}
      >
        {verb}
        {forUsd(price.data?.cost_usd)}
      </Button>
      {price.data?.refusal && <RefusalNote refusal={price.data.refusal} />}
      {error && <ErrorNote error={error} />}
    </Stack>
  );
}
