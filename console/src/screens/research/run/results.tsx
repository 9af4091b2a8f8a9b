import { SimpleGrid, Tabs } from '@mantine/core';
import { getRunByRunIdClusters } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatUsd } from '#data/format.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { Groups } from './groups.tsx';
import { RUN_TABS, runSearch } from '../index.ts';
import type { Reading } from '#ui/states/reading.ts';
import { toCount } from '../keyword-columns.tsx';
import { Keywords } from '../keywords.tsx';
import type { Run } from './run.tsx';
import { Confirmed } from './confirmed.tsx';

const GROUPS_MAX = 1_000;
const TITLES = { keywords: 'Keywords', groups: 'Groups', about: 'Confirmed setup' } as const;

/** What a run found: keywords, groups of them, and what they were harvested by. */
export function Results({ run }: { readonly run: Run }) {
  const { search, setSearch } = useScreenSearch(runSearch);
  const groups = useAnswer(getRunByRunIdClusters, { path: { runId: run.run_id }, query: { limit: GROUPS_MAX } });
  if (run.harvest === null) return <Empty title="No keywords harvested">The run ended before the harvest. Start a new one.</Empty>;
  return (
    <>
      <Figures harvest={run.harvest} reading={toCount(run)} />
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

interface FiguresProps {
  readonly harvest: NonNullable<Run['harvest']>;
  readonly reading: Reading;
}

function Figures({ harvest, reading }: FiguresProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} mb="md">
      <Stat
        label="Keywords accepted"
        value={formatCount(harvest.kept_keywords)}
        reading={reading}
        note={`of ${formatCount(harvest.total_keywords)} found`}
      />
      <Stat label="Irrelevant" value={formatCount(harvest.irrelevant_keywords)} reading={reading} note="set aside, each with a reason" />
      <Stat label="The site ranks for" value={formatCount(harvest.sources.domain_seed)} reading={reading} />
      <Stat label="Suggested" value={formatCount(harvest.sources.harvest_ai)} reading={reading} />
      <Stat label="Groups" value={formatCount(harvest.clusters)} reading={reading} note={`harvested for ${formatUsd(harvest.cost_usd)}`} />
    </SimpleGrid>
  );
}
