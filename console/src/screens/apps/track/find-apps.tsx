import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { postAppsSearch, type PostAppsSearchResponse } from '#client';
import type { ApiError } from '#data/answers/api-error.ts';
import { ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatCount, formatDecimal, formatPlural } from '#data/format.ts';
import { forUsd } from '#ui/states/money.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import type { Platform } from '../store/store.ts';
import { Table } from '#ui/layout/table.tsx';

type Found = Extract<PostAppsSearchResponse, { results: unknown }>;
export type FoundApp = Found['results'][number];

const TYPING_MS = 300;
const LETTERS_MIN = 2;
const RESULTS_MAX = 20;
const HEIGHT_PX = 260;

interface FindAppsProps {
  readonly projectId: string;
  readonly platform: Platform;
  readonly words: string;
  readonly chosen: FoundApp | undefined;
  readonly onChoose: (app: FoundApp) => void;
}

/** Looks for apps by words. The search itself costs something, and its button says how much. */
export function FindApps({ projectId, platform, words, chosen, onChoose }: FindAppsProps) {
  const [typed] = useDebouncedValue(words, TYPING_MS);
  const body = { query: typed, platform, project_id: projectId, limit: RESULTS_MAX };
  const price = useQuery<number, ApiError>({
    queryKey: ['price of a search', body],
    queryFn: async () => readEstimate(await ask(postAppsSearch, { body: { ...body, dry_run: true } })).cost_usd,
    enabled: typed.length >= LETTERS_MIN,
    gcTime: 0,
  });
  const search = useMutation<Found, ApiError>({
    mutationFn: async () => {
      const answer = await ask(postAppsSearch, { body });
      if (!('results' in answer)) throw new Error('The service gave no results');
      return answer;
    },
  });
  const isOld = search.data !== undefined && search.data.query !== words;
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="default"
          size="xs"
          disabled={words !== typed || price.data === undefined}
          loading={search.isPending}
          onClick={() => search.mutate()}
        >
          Search{forUsd(price.data)}
        </Button>
        {search.data && !isOld && (
          <Text size="sm" c="dimmed" role="status">
            {formatPlural(search.data.count, 'app')}
            {search.data.cached && ', asked before: no cost'}
          </Text>
        )}
      </Group>
      {(price.error ?? search.error) && <ErrorNote error={(price.error ?? search.error) as ApiError} />}
      {search.data && !isOld && <Results apps={search.data.results} chosen={chosen} onChoose={onChoose} />}
    </Stack>
  );
}

function describeRating({ rating, reviews_count: count }: FoundApp): string {
  return rating === null ? 'not rated' : `rated ${formatDecimal(rating)} of 5 by ${formatCount(count)}`;
}

interface ResultsProps extends Pick<FindAppsProps, 'chosen' | 'onChoose'> {
  readonly apps: readonly FoundApp[];
}

function Results({ apps, chosen, onChoose }: ResultsProps) {
  if (apps.length === 0) return <Text size="sm">No apps match.</Text>;
  return (
    <ScrollArea.Autosize mah={HEIGHT_PX} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Apps found' }}>
      <Table verticalSpacing={4}>
        <Table.Tbody>
          {apps.map((app) => (
            <Table.Tr key={app.app_id}>
              <Table.Td>
                <Text size="sm">{app.title ?? app.app_id}</Text>
                <Text size="xs" c="dimmed">
                  {[app.developer_name, app.category, describeRating(app)].filter((part) => part !== null).join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                <Button
                  size="compact-xs"
                  variant={app.app_id === chosen?.app_id ? 'filled' : 'default'}
                  aria-pressed={app.app_id === chosen?.app_id}
                  aria-label={`Choose ${app.title ?? app.app_id}`}
                  onClick={() => onChoose(app)}
                >
                  {app.app_id === chosen?.app_id ? 'Chosen' : 'Choose'}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
