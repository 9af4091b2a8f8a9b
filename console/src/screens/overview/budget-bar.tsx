import { Progress } from '@mantine/core';

/** How much of a budget the month has used; only projects with one have it. */
export function BudgetBar({ percent }: { readonly percent: number }) {
  return (
    <Progress
      value={percent}
      size="xs"
      mt={4}
      color={percent >= 80 ? 'var(--band-failed)' : 'var(--chart-0)'}
      aria-label={`${Math.round(percent)}% of the budget`}
    />
  );
}
