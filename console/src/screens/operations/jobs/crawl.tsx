import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { getAdminCrawlRuns, getAdminCrawlRunsByRunId, postAdminCrawlRunsByRunIdCancel, type CrawlProgress } from '#client';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatUsd } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { toStoreName } from '#screens/apps/store/store.ts';
import { useRefresh } from '../use-refresh.ts';
import { Table } from '#ui/layout/table.tsx';

/** How far a crawl is, and what it could not read. */
export function Crawl({ runId, everyMs }: { readonly runId: string; readonly everyMs: number | undefined }) {
  const [isCancelled, setCancelled] = useState(false);
  const answer = useAnswer(getAdminCrawlRunsByRunId, { path: { runId } }, { everyMs });
  const refresh = useRefresh(getAdminCrawlRuns, getAdminCrawlRunsByRunId);
  return (
    <Answered answer={answer} height={320}>
      {({ status, platform, total_cost_usd: usd, error, reason, progress }) => (
        <Stack>
          <Group justify="space-between">
            <StatusBadge status={status} />
            {(status === 'queued' || status === 'running') && (
              <Button variant="default" onClick={() => setCancelled(true)}>
                Cancel the crawl
              </Button>
            )}
          </Group>
          <Facts
            facts={[
              ['Crawl', runId],
              ['Store', platform ? toStoreName(platform) : '–'],
              ['Cost', formatUsd(usd)],
              ...((error ?? reason) === null ? [] : [['Why', error ?? reason] as const]),
            ]}
          />
          {progress === null ? (
            <Text size="sm">{status === 'completed' ? 'Nothing to read.' : 'Not started yet.'}</Text>
          ) : (
            <CrawlState progress={progress} />
          )}
          {isCancelled && (
            <ConfirmAction
              isOpen
              onClose={() => setCancelled(false)}
              title="Cancel the crawl"
              verb="Cancel the crawl"
              isDanger
              run={() => ask(postAdminCrawlRunsByRunIdCancel, { path: { runId } })}
              onDone={refresh}
            >
              It ends right away. Stored data is kept.
            </ConfirmAction>
          )}
        </Stack>
      )}
    </Answered>
  );
}

function CrawlState({ progress }: { readonly progress: CrawlProgress }) {
  const {
    categories_processed: done,
    categories_total: total,
    apps_discovered: found,
    apps_updated: updated,
    apps_read: read,
    apps_pending: pending,
    apps_failed: failed,
  } = progress;
  return (
    <>
      <div>
        <Text size="sm">
          {formatCount(done)} of {formatCount(total)} categories
        </Text>
        <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label="Categories read" />
      </div>
      <Facts
        facts={[
          ['New apps', formatCount(found)],
          ['Changed apps', formatCount(updated)],
          ['Apps read', formatCount(read)],
          ['Apps waiting', formatCount(pending)],
          ['Apps failed', formatCount(failed)],
        ]}
      />
      <CategoryTable categories={progress.categories} />
      {progress.failed_apps.length > 0 && <Facts facts={progress.failed_apps.map(({ app_id: id, error }) => [id, error ?? 'failed'])} />}
    </>
  );
}

function CategoryTable({ categories }: Pick<CrawlProgress, 'categories'>) {
  return (
    <Table aria-label="Categories">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Category</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th ta="right">Apps</Table.Th>
          <Table.Th>Error</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {categories.map(({ category_id: id, status, apps_found: apps, error }) => (
          <Table.Tr key={id}>
            <Table.Td>{id}</Table.Td>
            <Table.Td>
              <StatusBadge status={status} />
            </Table.Td>
            <Table.Td ta="right">{formatCount(apps)}</Table.Td>
            <Table.Td>{error ?? ''}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
