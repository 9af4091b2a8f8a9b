import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { PageKeyword } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useFilters } from '#app/use-filters.ts';
import { formatPlural } from '#data/format.ts';
import { Absence } from '#ui/states/not-known.tsx';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { useEdit } from '../actions/use-edit.ts';
import { toKeywordColumns } from './columns.tsx';
import { SwimLanes } from './swim-lanes.tsx';

/** Keywords for which several own pages took turns. */
export function Contested({ keywords, checked }: { readonly keywords: readonly PageKeyword[]; readonly checked: number }) {
  const { from, to } = useFilters();
  return (
    <div>
      <Title order={2} size="h5" mb="xs">
        Several pages for one keyword
      </Title>
      {keywords.length === 0 ? (
        <Absence
          looked={checked === 0 ? { state: 'never' } : { state: 'whole' }}
          subject={{ things: 'keywords of this period', done: 'checked' }}
          none={`None of the ${formatPlural(checked, 'checked keyword')} had two of your pages ranking in this period.`}
        />
      ) : (
        <Stack>
          <SwimLanes keywords={keywords} from={from} to={to} />
          <Keywords keywords={keywords} page={undefined} label="Keywords with several pages" />
        </Stack>
      )}
    </div>
  );
}

interface KeywordsProps {
  readonly keywords: readonly PageKeyword[];
  /** With it, each keyword can be given this page as its target. */
  readonly page: string | undefined;
  readonly label: string;
}

/** Keywords with their pages and targets. */
export function Keywords({ keywords, page, label }: KeywordsProps) {
  const projectId = useProjectId();
  const { rights } = useSession();
  const edit = useEdit();
  const canWrite = rights.has('edit');
  const columns = useMemo(
    () =>
      toKeywordColumns(
        projectId,
        canWrite ? (keyword, target) => void edit.apply([keyword.keyword_id], { target_url: target }) : undefined,
        page,
      ),
    [projectId, canWrite, edit, page],
  );
  return (
    <RowsGrid
      label={label}
      rows={keywords}
      columns={columns}
      rowKey={({ keyword_id: id, engine, channel }) => `${id}~${engine}~${channel}`}
      place={useLocalPlace()}
      fileName="page-keywords"
    />
  );
}
