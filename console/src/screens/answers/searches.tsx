import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { getAnswersFanOuts, type AnswerFanOut } from '#client';
import { useProjectId } from '#app/project.ts';
import { useHasPart, useMay } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { formatPlural } from '#data/format.ts';
import { isolate } from '#data/isolate.ts';
import { Select } from '#ui/forms/select.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { sayCounted } from './data/say-answers.ts';
import { useSpanDays } from './data/use-answers.ts';
import { KindSelect } from './overview/kind-select.tsx';
import { SpanSelect } from './overview/span-select.tsx';
import { Ways } from './overview/ways.tsx';
import { searchesSearch } from './search.ts';
import { makeSearchColumns } from './searches/columns.tsx';
import { TrackSearches } from './searches/track-searches.tsx';

const LIMIT = 100;
const CHOICES = [
  { value: 'all', label: 'All' },
  { value: 'no', label: 'Not tracked' },
  { value: 'yes', label: 'Tracked' },
] as const;

/** What assistants searched for to answer, with our position where it is tracked and the price where it is not. */
export function View() {
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(searchesSearch);
  const { weeks, kind, tracked, offset = 0 } = search;
  const days = useSpanDays(weeks);
  const asked = {
    query: {
      project_id: projectId,
      ...days,
      surface_kind: kind,
      limit: LIMIT,
      offset,
      ...(tracked !== 'all' && { tracked: tracked === 'yes' }),
    },
  };
  const answer = useAnswer(getAnswersFanOuts, asked);
  const place = useGridPlace();
  const [mayEdit, hasKeywords] = [useMay('edit'), useHasPart('rankings')];
  const mayTrack = mayEdit && hasKeywords;
  const columns = useMemo(() => makeSearchColumns(days.to, mayTrack), [days.to, mayTrack]);
  return (
    <>
      <PageHeader
        title="Searches"
        lead={
          (answer.data && saySearches(answer.data.fan_outs, answer.data.pagination.total)) ??
          'What assistants search for before they answer.'
        }
        description={sayCounted(kind)}
        actions={<Ways at="Searches" />}
      />
      <Group align="flex-end" mb="md">
        <SpanSelect value={weeks} onChange={(span) => setSearch({ weeks: span, offset: undefined })} />
        <KindSelect value={kind} onChange={(next) => setSearch({ kind: next, offset: undefined })} />
        <Select
          label="Which"
          data={CHOICES}
          value={tracked}
          onChange={(value) => value !== null && setSearch({ tracked: value, offset: undefined })}
        />
      </Group>
      <Answered answer={answer} height={320}>
        {({ fan_outs: rows, pagination }) => (
          <>
            <RowsGrid
              label="Searches"
              rows={rows}
              columns={columns}
              rowKey={toKey}
              place={place}
              fileName="searches"
              whole={toWholeList(getAnswersFanOuts, asked, pagination)}
              {...(mayTrack && {
                bulk: (keys: readonly string[], clear: () => void) => (
                  <TrackSearches searches={rows.filter((row) => keys.includes(toKey(row)))} onDone={clear} />
                ),
              })}
              empty={
                tracked === 'all' ? (
                  <Empty title="Waiting for answers with a search">
                    Searches stand here as soon as an assistant says what it searched for. Some never do.
                  </Empty>
                ) : (
                  <Empty title="No search fits">Look at the others, or at more weeks.</Empty>
                )
              }
            />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
          </>
        )}
      </Answered>
    </>
  );
}

const toKey = ({ query, location_code: location, language_code: language }: AnswerFanOut): string => `${location} ${language} ${query}`;

function saySearches([first]: readonly AnswerFanOut[], total: number): string | undefined {
  if (first === undefined) return undefined;
  return `${formatPlural(total, 'search', 'searches')}, ${isolate(first.query)} most: for ${formatPlural(first.rate.successes, 'answer')}.`;
}
