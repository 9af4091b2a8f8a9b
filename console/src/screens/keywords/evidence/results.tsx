import { Badge, Group, Text } from '@mantine/core';
import type { RowColumn } from '../../../ui/grid/column.ts';
import { Change } from '../../../ui/change.tsx';
import { useGridPlace } from '../../../ui/grid/place.ts';
import { RowsGrid } from '../../../ui/grid/rows-grid.tsx';
import { OutsideLink } from '../../../ui/outside-link.tsx';
import type { Reading } from '../../../ui/reading.ts';
import { AddSite } from '../actions/add-site.tsx';
import { toWords } from '../table/columns.tsx';
import type { ComparedResult, Result } from './compare.ts';

interface ResultsProps {
  readonly results: readonly ComparedResult[];
  readonly columns: readonly RowColumn<ComparedResult>[];
}

/** The result page line by line, with the project's own sites marked. */
export function Results({ results, columns }: ResultsProps) {
  return (
    <RowsGrid
      label="Results"
      rows={results}
      columns={columns}
      rowKey={({ result: { rank_absolute: place, type, url } }) => `${place} ${type} ${url}`}
      place={useGridPlace()}
      fileName="results"
      empty="No results read."
    />
  );
}

/** @param projectId undefined when the reader may not add sites */
export function toResultColumns(projectId: string | undefined, reading: Reading, isCompared: boolean): RowColumn<ComparedResult>[] {
  const moves: RowColumn<ComparedResult> = {
    id: 'move',
    title: 'Since',
    hint: 'Compared with the other check',
    kind: 'number',
    width: 80,
    value: ({ result, before }) => (before === null || before === undefined ? null : before - result.rank_absolute),
    render: ({ result, before }) =>
      before === null || before === undefined ? <Badge size="sm">new</Badge> : <Change value={before - result.rank_absolute} />,
    reading: () => ({ computedFrom: 'the places in both checks', checkedAt: reading.checkedAt }),
  };
  return [
    {
      id: 'place',
      title: 'Place',
      hint: 'Among everything on the page',
      kind: 'number',
      width: 90,
      isDescendingFirst: false,
      value: ({ result }) => result.rank_absolute,
      reading: () => reading,
      short: ({ result }) => `${result.rank_absolute}, ${toWords(result.type)}`,
    },
    ...(isCompared ? [moves] : []),
    { id: 'kind', title: 'Kind', kind: 'text', width: 140, value: ({ result }) => toWords(result.type) },
    {
      id: 'site',
      title: 'Site',
      kind: 'text',
      width: 310,
      isOnPhone: true,
      value: ({ result }) => result.domain,
      render: ({ result }) => <Site result={result} />,
    },
    { id: 'title', title: 'Title', kind: 'text', width: 320, value: ({ result }) => result.title },
    {
      id: 'url',
      title: 'Page',
      kind: 'text',
      width: 340,
      value: ({ result }) => result.url,
      render: ({ result }) => (result.url === null ? '–' : <OutsideLink href={result.url} />),
    },
    {
      id: 'group',
      title: 'Rank in its kind',
      hint: 'The rank among results of the same kind',
      kind: 'number',
      width: 96,
      isHidden: true,
      isDescendingFirst: false,
      value: ({ result }) => result.position,
      reading: () => reading,
    },
    ...(projectId === undefined ? [] : [toActionColumn(projectId)]),
  ];
}

function toActionColumn(projectId: string): RowColumn<ComparedResult> {
  return {
    id: 'action',
    title: 'Add',
    kind: 'text',
    width: 130,
    isSortable: false,
    value: () => null,
    render: ({ result: { domain, relationship } }) =>
      domain !== null && relationship === 'OTHER' ? <AddSite projectId={projectId} domain={domain} role="primary" /> : '',
  };
}

/** A site of the project says so in words. */
function Site({ result: { domain, relationship, gives_position: givesPosition } }: { readonly result: Result }) {
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <Text span size="sm" fw={relationship === 'MINE' ? 700 : 400}>
        {domain ?? '–'}
      </Text>
      {relationship !== 'OTHER' && <Badge size="sm">{relationship === 'MINE' ? 'yours' : 'competitor'}</Badge>}
      {givesPosition && (
        <Badge size="sm" title="This result sets the position of the site">
          position
        </Badge>
      )}
    </Group>
  );
}
