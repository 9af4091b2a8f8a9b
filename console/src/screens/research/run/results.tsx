import { SimpleGrid, Tabs } from '@mantine/core';
import { useMemo } from 'react';
import { getRunByRunIdClusters, type ResearchCluster, type GetRunByRunIdStatusResponse as Run } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { formatCount } from '#data/format.ts';
import { forUsd } from '#ui/states/money.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { RUN_TABS, runSearch } from '../search.ts';
import type { Reading } from '#ui/states/reading.ts';
import { toCount, toReading } from '../keyword-columns.tsx';
import { Keywords } from '../keywords.tsx';
import { Confirmed } from './confirmed.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';

const GROUPS_MAX = 1_000;
const TITLES = { keywords: 'Keywords', groups: 'Groups', about: 'Confirmed setup' } as const;

/** What a run found: keywords, groups of them, and what they were harvested by. */
export function Results({ run }: { readonly run: Run }) {
  const { search, setSearch } = useScreenSearch(runSearch);
  const groups = useAnswer(getRunByRunIdClusters, { path: { runId: run.run_id }, query: { limit: GROUPS_MAX } });
  if (run.harvest === null) return <Empty title="No keywords harvested">The run ended before the harvest. Start a new one.</Empty>;
  return (
    <>
      <Figures harvest={run.harvest} errors={run.errors} reading={toCount(run)} />
      <Tabs
        value={search.tab}
        keepMounted={false}
        onChange={(tab) => setSearch({ tab: tab as typeof search.tab, sort: undefined, columns: undefined, offset: undefined })}
      >
        <Tabs.List mb="md">
          {RUN_TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {TITLES[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="keywords">
          <Answered answer={groups} height={480}>
            {({ clusters }) => <Keywords run={run} groups={clusters} />}
          </Answered>
        </Tabs.Panel>
        <Tabs.Panel value="groups">
          <Answered answer={groups} height={480}>
            {({ clusters, total }) => <Groups run={run} groups={clusters} total={total} />}
          </Answered>
        </Tabs.Panel>
        <Tabs.Panel value="about">
          <Confirmed run={run} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

interface FiguresProps extends Pick<Run, 'errors'> {
  readonly harvest: NonNullable<Run['harvest']>;
  readonly reading: Reading;
}

function Figures({ harvest, errors, reading }: FiguresProps) {
  const { domain_seed: ranked, harvest_ai: suggested } = harvest.sources;
  const isRankedKnown = harvest.ranks?.some(({ status }) => status === 'complete' || status === 'partial') ?? true;
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} mb="md">
      <Stat
        label="Keywords accepted"
        value={formatCount(harvest.kept_keywords)}
        reading={reading}
        note={`of ${formatCount(harvest.total_keywords)} found`}
      />
      <Stat label="Irrelevant" value={formatCount(harvest.irrelevant_keywords)} reading={reading} note="set aside, each with a reason" />
      <Stat label="The site ranks for" {...toFound(ranked, isRankedKnown, reading)} />
      <Stat label="Suggested" {...toFound(suggested, errors.length === 0, reading)} />
      <Stat label="Groups" value={formatCount(harvest.clusters)} reading={reading} note={`harvested${forUsd(harvest.cost_usd)}`} />
    </SimpleGrid>
  );
}

/** None is said of sources that answered; of others it is not known. */
function toFound(count: number, isWhole: boolean, reading: Reading) {
  if (count > 0 || isWhole) return { value: formatCount(count), reading };
  return { value: formatCount(null), note: 'not known: not every source answered' };
}

const METHODS = { shared_results: 'same results', embedding: 'same meaning' } as const;

/** Groups of keywords that one page can serve. A row leads to its keywords. */
function Groups({ run, groups, total }: { readonly run: Run; readonly groups: readonly ResearchCluster[]; readonly total: number }) {
  const { setSearch } = useScreenSearch(runSearch);
  const place = useGridPlace();
  const columns = useMemo(() => toColumns(run), [run]);
  return (
    <RowsGrid
      label="Groups"
      rows={groups}
      total={total}
      columns={columns}
      rowKey={({ cluster_id: id }) => id}
      place={place}
      fileName="keyword-groups"
      source={toListSource(getRunByRunIdClusters, { path: { runId: run.run_id } })}
      onOpen={({ cluster_id: group }) => setSearch({ tab: 'keywords', group, sort: undefined, columns: undefined }, { isNewEntry: true })}
      empty={
        <Empty title="No groups">
          {run.harvest?.kept_keywords === 0
            ? 'No keyword was accepted, so there is none to group.'
            : 'The keywords of this run have nothing in common, or were not grouped.'}
        </Empty>
      }
    />
  );
}

function toColumns(run: Run): RowColumn<ResearchCluster>[] {
  const reading = (): Reading => ({ computedFrom: 'the keywords of the run', checkedAt: toReading(run).checkedAt });
  return [
    column.text('name', 'Group', 280, { isOnPhone: true }),
    column.count('keywords', 'Keywords', 110, { of: 'keywords_count', isOnPhone: true, reading }),
    column.count('volume', 'Monthly searches', 165, {
      holds: 'volume',
      of: 'total_search_volume',
      isOnPhone: true,
      render: ({ total_search_volume: volume }) => (
        <Figure text={formatCount(volume)} says="All keywords of the group together" reading={toReading(run)} />
      ),
    }),
    column.text('main', 'Main keyword', 240, { of: 'main_keyword' }),
    column.text('page', 'Target page', 320, {
      of: 'target_url',
      render: ({ target_url: url }) => (url === null ? 'none yet' : <OutsideLink href={url} />),
    }),
    column.text('method', 'Grouped by', 140, { of: ({ method }) => METHODS[method] }),
  ];
}
