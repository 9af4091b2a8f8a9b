import { Button, Group, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Estimate } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatPlural } from '#data/format.ts';
import { forUsd } from '#ui/states/money.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { isRefused, PriceTable } from '#ui/actions/confirm-price.tsx';
import { Fold } from '#ui/layout/fold.tsx';
import { say } from '#data/answers/announce.ts';
import { addKeywordsSearch } from './search.ts';
import { toPairs } from './keyword-list.ts';
import { describePlan, PlanFields } from './plan-fields.tsx';
import { askPriceOfPlan, startPlan, type Plan } from './tracking.ts';

const TYPING_MS = 400;

interface PriceAndStartProps {
  readonly projectId: string;
  readonly keywords: readonly string[];
  readonly onDone: () => void;
}

/** How keywords are checked, what that costs, and the button that begins it. */
export function PriceAndStart({ projectId, keywords, onDone }: PriceAndStartProps) {
  const { search } = useScreenSearch(addKeywordsSearch);
  const [tags, setTags] = useState<readonly string[]>([]);
  const plan = { projectId, keywords, tags, ...search };
  const key = JSON.stringify([projectId, keywords, search]);
  const [asked] = useDebouncedValue({ key, plan }, TYPING_MS, { leading: true });
  const price = useQuery<Estimate, ApiError>({
    queryKey: ['price-of-plan', asked.key],
    queryFn: () => askPriceOfPlan(asked.plan),
    enabled: keywords.length > 0,
    placeholderData: keepPreviousData,
  });
  const start = useStart(plan, onDone);
  const isPriced = price.data !== undefined && !price.isPlaceholderData && asked.key === key;
  return (
    <Stack>
      <Fold label="How they are checked" summary={describePlan(search, tags)}>
        <PlanFields tags={tags} onTags={setTags} />
      </Fold>
      {keywords.length > 0 && (
        <Answered answer={price} height={88}>
          {(estimate) => (
            <PriceTable
              price={{ estimate, lines: [['Checks each time', formatPlural(toPairs(keywords, search.devices).length, 'check')]] }}
            />
          )}
        </Answered>
      )}
      {start.error && <ErrorNote error={start.error} />}
      <Group justify="flex-end">
        <ButtonLink to="/p/$projectId" params={{ projectId }} variant="subtle" color="gray">
          Later
        </ButtonLink>
        <Button
          disabled={keywords.length === 0 || !isPriced || isRefused(price.data)}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {keywords.length === 0
            ? 'Add keywords'
            : `Add ${formatPlural(keywords.length, 'keyword')}${isPriced ? forUsd(price.data.cost_usd) : ''}`}
        </Button>
      </Group>
    </Stack>
  );
}

/** Begins the tracking, and opens the keywords of the project. */
function useStart(plan: Plan, onDone: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation<Awaited<ReturnType<typeof startPlan>>, ApiError>({
    mutationFn: () => startPlan(plan),
    onSuccess: async ({ tracked, warning }) => {
      onDone();
      say(`${formatPlural(tracked, 'keyword')} tracked. ${warning ?? 'The first checks are on their way.'}`);
      void queries.invalidateQueries();
      await navigate({ to: '/p/$projectId/keywords', params: { projectId: plan.projectId } });
    },
  });
}
