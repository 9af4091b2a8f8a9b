import { Badge, Text } from '@mantine/core';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { Line } from '#ui/grid/line.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { AddSite } from '../actions/add-site.tsx';
import { toWords } from '../table/columns.tsx';
import type { Result } from './compare.ts';
import styles from './results.module.css';

interface ResultsProps {
  readonly results: readonly Result[];
  readonly columns: readonly RowColumn<Result>[];
}

/** The result page line by line, with the project's own sites marked. */
export function Results({ results, columns }: ResultsProps) {
  return (
    <RowsGrid
      label="Results"
      rows={results}
      columns={columns}
      rowKey={({ rank_absolute: place, type, url }) => `${place} ${type} ${url}`}
      place={useGridPlace()}
      fileName="results"
      empty="No results read."
    />
  );
}

/** @param projectId undefined when the reader may not add sites */
export function toResultColumns(projectId: string | undefined, reading: Reading): RowColumn<Result>[] {
  return [
    {
      id: 'place',
      title: 'Place',
      hint: 'Among everything on the page',
      kind: 'number',
      width: 90,
      isDescendingFirst: false,
      value: ({ rank_absolute: place }) => place,
      reading: () => reading,
      short: ({ rank_absolute: place, type }) => `${place}, ${toWords(type)}`,
    },
    { id: 'kind', title: 'Kind', kind: 'text', width: 140, value: ({ type }) => toWords(type) },
    {
      id: 'site',
      title: 'Site',
      kind: 'text',
      width: 270,
      isOnPhone: true,
      value: ({ domain }) => domain,
      render: (result) => <Site result={result} />,
    },
    {
      id: 'title',
      title: 'Title',
      kind: 'text',
      width: 440,
      value: ({ title }) => title,
      render: ({ title, url }) => (url === null ? (title ?? '–') : <OutsideLink href={url}>{title ?? url}</OutsideLink>),
    },
    {
      id: 'url',
      title: 'Page',
      kind: 'text',
      width: 340,
      isHidden: true,
      value: ({ url }) => url,
      render: ({ url }) => (url === null ? '–' : <OutsideLink href={url} />),
    },
    {
      id: 'group',
      title: 'Rank in its kind',
      hint: 'The rank among results of the same kind',
      kind: 'number',
      width: 96,
      isHidden: true,
      isDescendingFirst: false,
      value: ({ position }) => position,
      reading: () => reading,
    },
    ...(projectId === undefined ? [] : [toActionColumn(projectId)]),
  ];
}

function toActionColumn(projectId: string): RowColumn<Result> {
  return {
    id: 'action',
    title: 'Add',
    kind: 'text',
    width: 120,
    isSortable: false,
    value: () => null,
    render: ({ domain, relationship }) =>
      domain !== null && relationship === 'OTHER' ? (
        <span className={styles.onRow}>
          <AddSite projectId={projectId} domain={domain} role="primary" />
        </span>
      ) : (
        ''
      ),
  };
}

/** A site of the project says so in words. */
function Site({ result: { domain, relationship, gives_position: givesPosition } }: { readonly result: Result }) {
  return (
    <Line
      after={
        <>
          {relationship !== 'OTHER' && <Badge size="sm">{relationship === 'MINE' ? 'yours' : 'competitor'}</Badge>}
          {givesPosition && (
            <Badge size="sm" title="This result sets the position of the site">
              position
            </Badge>
          )}
        </>
      }
    >
      <Text span size="sm" fw={relationship === 'MINE' ? 700 : 400}>
        {domain ?? '–'}
      </Text>
    </Line>
  );
}
