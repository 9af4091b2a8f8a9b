import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { getRankingsMoves, getRankingsSummary, type RankingSummaryDay, type SiteMoves } from '../../../../clients/typescript/src/index.ts';
import { useProjectId } from '../../app/project.ts';
import { useFilters } from '../../app/use-filters.ts';
import { useAnswer } from '../../data/answers.ts';
import { useNotes } from '../../data/notes.ts';
import { Answered } from '../../ui/answered.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { TopDomains } from './rivals/top-domains.tsx';
import { VoiceGrid } from './rivals/voice-grid.tsx';
import { toVoiceChart, toVoices } from './rivals/voices.ts';
import { HeadToHead } from './rivals/head-to-head.tsx';

/** Who wins the result pages. */
export function View() {
  const projectId = useProjectId();
  const { from, to, values } = useFilters();
  const device = values.device && { device: values.device };
  const moves = useAnswer(getRankingsMoves, {
    query: { project_id: projectId, since: 'week' as const, to, sites: true, limit: 1, ...device },
  });
  const summary = useAnswer(getRankingsSummary, { query: { project_id: projectId, start_date: from, end_date: to, ...device } });
  return (
    <>
      <PageHeader title="Competitors" description="Who wins the result pages of your keywords." />
      <Answered answer={summary} height={420}>
        {({ days }) => <Inside days={days} moves={moves.data?.sites} />}
      </Answered>
    </>
  );
}

interface InsideProps {
  readonly days: readonly RankingSummaryDay[];
  readonly moves: readonly SiteMoves[] | undefined;
}

function Inside({ days, moves }: InsideProps) {
  const projectId = useProjectId();
  const { from, to } = useFilters();
  const { marks } = useNotes({ projectId, from, to });
  const voices = useMemo(() => toVoices(days, moves), [days, moves]);
  const known = useMemo(() => new Set(voices.map(({ domain }) => domain)), [voices]);
  const spec = useMemo(() => toVoiceChart({ from, to, summary: days, voices, notes: marks }), [from, to, days, voices, marks]);
  return (
    <Stack gap="xl">
      {voices.length === 0 ? (
        <NothingYet isTracking title="No positions within these days">
          Shares stand here after the first check of the project's keywords.
        </NothingYet>
      ) : (
        <>
          <Chart
            title="Share of voice"
            note="Of the sites that the project knows; together they fill 100 %. The table says each share as it was measured."
            spec={spec}
          />
          <VoiceGrid voices={voices} />
        </>
      )}
      <HeadToHead rivals={voices.filter(({ isOwn }) => !isOwn)} />
      <TopDomains projectId={projectId} known={known} />
    </Stack>
  );
}
