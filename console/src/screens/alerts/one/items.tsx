import { Title } from '@mantine/core';
import { useMemo } from 'react';
import type { AlertDetails, AlertItem } from '#client';
import { useProjectId } from '#app/project.ts';
import { formatDay } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { saySeen } from '../data/words.ts';

/** What moved: before and now, each as its check saw it, with the check. */
export function Items({ alert: { items, items_total: total } }: { readonly alert: AlertDetails }) {
  const projectId = useProjectId();
  const place = useLocalPlace();
  const columns = useMemo(() => toColumns(projectId), [projectId]);
  return (
    <section aria-label="What it is about">
      <Title order={2} mb="xs">
        What it is about
      </Title>
      <RowsGrid
        label="What it is about"
        rows={items}
        total={total}
        columns={columns}
        rowKey={({ subject }) => subject}
        place={place}
        fileName="alert"
        empty="Its matches are no longer kept."
      />
    </section>
  );
}

function toColumns(projectId: string): RowColumn<AlertItem>[] {
  return [
    column.text('keyword', 'Keyword', 240, {
      of: ({ keyword, label }) => keyword ?? label,
      isOnPhone: true,
      render: (item) => <Name projectId={projectId} item={item} />,
    }),
    column.text('device', 'Device', 100),
    column.text('place', 'Place', 150, { of: 'location_name' }),
    column.text('before', 'Before', 160, { of: ({ from }) => saySeen(from), isOnPhone: true }),
    column.text('now', 'Now', 160, { of: ({ to }) => saySeen(to), isOnPhone: true }),
    column.day('day', 'Day', 120),
    column.text('over', 'Over on', 130, { of: 'over_on', render: ({ over_on: day }) => (day === null ? 'goes on' : formatDay(day)) }),
    column.text('check', 'Check', 110, {
      of: 'run_id',
      render: ({ run_id: runId }) =>
        runId === null ? (
          '–'
        ) : (
          <AppLink size="sm" to="/p/$projectId/runs/$runId" params={{ projectId, runId }}>
            See why
          </AppLink>
        ),
    }),
    column.text('page', 'Page', 240, { of: 'url', render: ({ url }) => (url === null ? '–' : <OutsideLink href={url} />) }),
  ];
}

function Name({
  projectId,
  item: { keyword_id: keywordId, keyword, label, to },
}: {
  readonly projectId: string;
  readonly item: AlertItem;
}) {
  const text = <bdi>{keyword ?? label}</bdi>;
  const promptId = to['prompt_id'];
  if (typeof promptId === 'string')
    return (
      <AppLink size="sm" to="/p/$projectId/answers/prompts/$promptId" params={{ projectId, promptId }}>
        {text}
      </AppLink>
    );
  if (keywordId === null) return text;
  return (
    <AppLink size="sm" to="/p/$projectId/keywords/$keywordId" params={{ projectId, keywordId }}>
      {text}
    </AppLink>
  );
}
