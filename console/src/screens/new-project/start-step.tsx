import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Estimate } from '../../../../clients/typescript/src/index.ts';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import type { ApiError } from '../../data/api-error.ts';
import { formatPlural, formatUsd } from '../../data/format.ts';
import { Answered, ErrorNote } from '../../ui/answered.tsx';
import { ButtonLink } from '../../ui/app-link.tsx';
import { isRefused, PriceTable } from '../../ui/confirm-price.tsx';
import { useDraft } from './draft.ts';
import { newProjectSearch } from './index.ts';
import { parseKeywords, toPairs } from './keyword-list.ts';
import { PlanFields } from './plan-fields.tsx';
import { askPriceOfPlan, type Plan } from './tracking.ts';
import { useStart } from './use-start.ts';

const TURNING_MS = 250;
/** How often and how deep, with the price of it, and the first checks. */
export function StartStep({ projectId }: { readonly projectId: string }) {
  const { search } = useScreenSearch(newProjectSearch);
  const { text } = useDraft(projectId);
  const keywords = parseKeywords(text);
  if (keywords.length === 0) return <NothingToStart projectId={projectId} />;
  const { devices, interval, depth, strategy } = search;
  return <PlanForm plan={{ projectId, keywords, devices, interval, depth, strategy }} />;
}

function NothingToStart({ projectId }: { readonly projectId: string }) {
  const { search } = useScreenSearch(newProjectSearch);
  return (
    <Stack align="flex-start">
      <Title order={2}>No keyword is chosen yet</Title>
      <Text>The project is there. Checks begin as soon as it has keywords.</Text>
      <Group>
        <ButtonLink to="/p/new" search={{ ...search, step: 'keywords' }}>
          Choose keywords
        </ButtonLink>
        <ButtonLink to="/p/$projectId" params={{ projectId }} variant="default">
          Open the project
        </ButtonLink>
      </Group>
    </Stack>
  );
}

function PlanForm({ plan }: { readonly plan: Plan }) {
  const [asked] = useDebouncedValue(plan, TURNING_MS, { leading: true });
  const price = useQuery<Estimate, ApiError>({
    queryKey: ['price-of-plan', JSON.stringify(asked)],
    queryFn: () => askPriceOfPlan(asked),
    placeholderData: keepPreviousData,
  });
  const start = useStart(plan);
  return (
    <Stack>
      <Title order={2}>How often and how deep?</Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <PlanFields />
        <Stack gap="xs">
          <Text size="sm">
            {formatPlural(plan.keywords.length, 'keyword')}, {formatPlural(toPairs(plan.keywords, plan.devices).length, 'check')} each time
          </Text>
          <Answered answer={price} height={88}>
            {(estimate) => <PriceTable price={{ estimate }} />}
          </Answered>
        </Stack>
      </SimpleGrid>
      {start.error && <ErrorNote error={start.error} />}
      <Group justify="flex-end">
        <ButtonLink to="/p/$projectId" params={{ projectId: plan.projectId }} variant="subtle" color="gray">
          Later
        </ButtonLink>
        <Button disabled={!price.data || isRefused(price.data)} loading={start.isPending} onClick={() => start.mutate()}>
          Start{price.data ? ` for ${formatUsd(price.data.cost_usd)}` : ''}
        </Button>
      </Group>
    </Stack>
  );
}
