import { toWords } from '#data/words.ts';
import { Badge, Text } from '@mantine/core';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { Line } from '#ui/grid/line.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { AddSite } from '../actions/add-site.tsx';
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
    column.rank('place', 'Place', 90, {
      of: 'rank_absolute',
      hint: 'Among everything on the page',
      short: ({ rank_absolute: place, type }) => `${place}, ${toWords(type)}`,
      reading: () => reading,
    }),
    column.text('kind', 'Kind', 140, { of: ({ type }) => toWords(type) }),
    column.text('site', 'Site', 270, { of: 'domain', isOnPhone: true, render: (result) => <Site result={result} /> }),
    column.text('title', 'Title', 440, {
      render: ({ title, url }) => (url === null ? (title ?? '–') : <OutsideLink href={url}>{title ?? url}</OutsideLink>),
    }),
    drawn.link('url', 'Page', 340, { isHidden: true }),
    column.rank('group', 'Rank in its kind', 96, {
      of: 'position',
      hint: 'The rank among results of the same kind',
      isHidden: true,
      reading: () => reading,
    }),
    ...(projectId === undefined ? [] : [toActionColumn(projectId)]),
  ];
}

function toActionColumn(projectId: string): RowColumn<Result> {
  return column.text('action', 'Add', 120, {
    of: () => null,
    isSortable: false,
    render: ({ domain, relationship }) =>
      domain !== null && relationship === 'OTHER' ? (
        <span className={styles.onRow}>
          <AddSite projectId={projectId} domain={domain} role="primary" />
        </span>
      ) : (
        ''
      ),
  });
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
