import { getProjectsByProjectIdSearchConsoleDays, type SearchConsoleDay } from '#client';
import { useProjectId } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { STATE_WORDS } from './say.ts';
import { searchConsoleSearch } from './search.ts';

const LIMIT = 100;
const EVERY_MS = 10_000;
const COLUMNS: readonly RowColumn<SearchConsoleDay>[] = [
  column.text('day', 'Day (Pacific)', 130, { isOnPhone: true }),
  column.text('state', 'State', 160, { of: ({ state }) => STATE_WORDS[state], isOnPhone: true }),
  column.count('clicks', 'Clicks', 100, { isOnPhone: true }),
  column.count('impressions', 'Impressions', 120),
  column.text('cut', 'Rows', 220, { of: ({ is_cut: isCut }) => (isCut ? 'More than Google gives' : null) }),
  column.instant('fetched', 'Read (UTC)', 160, { of: 'fetched_at' }),
  column.text('error', 'Last failure', 320, { of: ({ error }) => error }),
];

/** Each day that Google has something of, and how it was read; gaps are gaps. */
export function Days() {
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(searchConsoleSearch);
  const { offset = 0 } = search;
  const path = { project_id: projectId };
  const answer = useAnswer(getProjectsByProjectIdSearchConsoleDays, { path, query: { limit: LIMIT, offset } }, { everyMs: EVERY_MS });
  const place = useGridPlace();
  return (
    <Section title="Days">
      <Answered answer={answer} height={320}>
        {({ days, pagination }) => (
          <>
            <RowsGrid
              label="Days"
              rows={days}
              columns={COLUMNS}
              rowKey={toKey}
              place={place}
              fileName="search-console-days"
              whole={toWholeList(getProjectsByProjectIdSearchConsoleDays, { path, query: { limit: LIMIT, offset: 0 } }, pagination)}
              source={toListSource(getProjectsByProjectIdSearchConsoleDays, { path })}
              empty={<Empty title="No days">Google keeps 16 months.</Empty>}
            />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
          </>
        )}
      </Answered>
    </Section>
  );
}

const toKey = ({ day }: SearchConsoleDay): string => day;
