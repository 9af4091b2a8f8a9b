import {
  getRunByRunIdKeywords,
  type GetRunByRunIdKeywordsData,
  type ResearchCluster,
  type GetRunByRunIdStatusResponse as Run,
} from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { Answered } from '#ui/states/answered.tsx';
import { Pager } from '#ui/pager.tsx';
import { runSearch } from './search.ts';
import { KeywordFilters } from './keyword-filters.tsx';
import { KeywordGrid } from './keyword-grid.tsx';

const ROWS = 1_000;

export interface KeywordsProps {
  readonly run: Run;
  readonly groups: readonly ResearchCluster[];
}

export type Filter = NonNullable<GetRunByRunIdKeywordsData['query']>;

/** The filters of the address as the service reads them. */
function useFilter(): { readonly filter: Filter; readonly offset: number; readonly setOffset: (offset: number) => void } {
  const { search, setSearch } = useScreenSearch(runSearch);
  const { text, status, intent, brand, source, category, group, offset = 0 } = search;
  const filter = {
    ...(text && { search: text }),
    ...(status && { status: [status] }),
    ...(intent && { intent }),
    ...(brand && { brand: brand === 'yes' }),
    ...(source && { source }),
    ...(category && { category }),
    ...(group && { cluster: group }),
  };
  return { filter, offset, setOffset: (next) => setSearch({ offset: next || undefined }) };
}

/** The keywords of a run, the best first, to choose from and to track. */
export function Keywords({ run, groups }: KeywordsProps) {
  const { filter, offset, setOffset } = useFilter();
  const answer = useAnswer(getRunByRunIdKeywords, { path: { runId: run.run_id }, query: { ...filter, limit: ROWS, offset } });
  return (
    <>
      <KeywordFilters run={run} groups={groups} />
      <Answered answer={answer} height={480}>
        {({ keywords, total, pagination }) => (
          <>
            <KeywordGrid run={run} groups={groups} keywords={keywords} total={total} filter={filter} />
            <Pager pagination={pagination} onOffset={setOffset} />
          </>
        )}
      </Answered>
    </>
  );
}
