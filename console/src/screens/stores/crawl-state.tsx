import { CloseButton, Group, Paper, Progress, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  getAdminCrawlRuns,
  getAdminCrawlRunsByRunId,
  getAppsByAppIdRankings,
  getAppStoreCategories,
  getTopApps,
  type GetAdminCrawlRunsByRunIdResponse,
} from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatPlural, formatUsd } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { toStoreName, type Platform } from '../apps/store/store.ts';
import { RUNS_LOOKED_AT } from './last-try.ts';
import { storeChartSearch } from './search.ts';

const isUnderWay = (status: string | undefined): boolean => status === 'queued' || status === 'running';

/** The crawl that was begun here, or one of this store that is under way; nothing when there is none. */
export function CrawlState({ platform }: { readonly platform: Platform }) {
  const { search, setSearch } = useScreenSearch(storeChartSearch);
  const everyMs = useLive({
    topics: ['crawl'],
    answers: [answerKey(getAdminCrawlRuns), answerKey(getAdminCrawlRunsByRunId)],
    isBusy: search.crawl !== undefined,
  });
  const runs = useAnswer(getAdminCrawlRuns, { query: { limit: RUNS_LOOKED_AT } }, { everyMs });
  const current = runs.data?.runs.find((run) => run.platform === platform && isUnderWay(run.status))?.run_id;
  const runId = search.crawl ?? current;
  const run = useAnswer(getAdminCrawlRunsByRunId, { path: { runId: runId ?? '' } }, { everyMs, isWanted: runId !== undefined });
  useRefreshAtEnd(run.data);
  if (runs.error) return <ErrorNote error={runs.error} onRetry={() => void runs.refetch()} />;
  if (runId === undefined) return null;
  if (run.error) return <ErrorNote error={run.error} onRetry={() => void run.refetch()} />;
  if (run.data?.run_id !== runId) return null;
  return <Strip run={run.data} onClose={search.crawl === undefined ? undefined : () => setSearch({ crawl: undefined })} />;
}

/** What a crawl stored is asked for again when it ends. */
function useRefreshAtEnd(run: GetAdminCrawlRunsByRunIdResponse | undefined): void {
  const queries = useQueryClient();
  const hasEnded = run !== undefined && !isUnderWay(run.status);
  useEffect(() => {
    if (!hasEnded) return;
    for (const operation of [getTopApps, getAppStoreCategories, getAppsByAppIdRankings])
      void queries.invalidateQueries({ queryKey: answerKey(operation) });
  }, [hasEnded, queries]);
}

interface StripProps {
  readonly run: GetAdminCrawlRunsByRunIdResponse;
  readonly onClose: (() => void) | undefined;
}

function Strip({ run, onClose }: StripProps) {
  const { run_id: id, status, platform, progress, error, reason, total_cost_usd: usd } = run;
  const { categories_processed: done = 0, categories_total: total = 0, apps_read: read = 0, errors = 0 } = progress ?? {};
  return (
    <Paper withBorder p="sm" mb="md" component="section" aria-label="Crawl">
      <Group gap="sm">
        <StatusBadge status={status} />
        <Text size="sm" role="status">
          {toStoreName(platform ?? '')}: {formatCount(done)} of {formatPlural(total, 'category', 'categories')}
          {read > 0 && `, ${formatPlural(read, 'page')} of apps`}
          {errors > 0 && `, ${formatPlural(errors, 'error')}`}, {formatUsd(usd)}
          {(error ?? reason) !== null && `: ${error ?? reason}`}
        </Text>
        <AppLink to="/ops/jobs" search={{ tab: 'crawls', crawl: id }} size="sm">
          Watch the crawl
        </AppLink>
        {onClose && !isUnderWay(status) && <CloseButton ml="auto" aria-label="Close the crawl" onClick={onClose} />}
      </Group>
      {isUnderWay(status) && (
        <Progress mt="xs" size="sm" value={total === 0 ? 0 : (100 * done) / total} aria-label="Categories read" animated />
      )}
    </Paper>
  );
}
