import { Stack, Title } from '@mantine/core';
import { getRankings } from '#client';
import { useProjectId, useToday } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { useLocationNames } from '#data/location-names.ts';
import { toChannelName, toEngineName, toLanguageName } from '#data/names.ts';
import { Answered } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { CheckList } from './check-list.tsx';
import { CountedLines } from './counted-lines.tsx';
import { KeywordFacts } from './keyword-facts.tsx';
import { FeatureLane } from './feature-lane.tsx';
import { HistoryChart } from './history-chart.tsx';
import { MonthlySearches } from './monthly-searches.tsx';
import { useEvidence } from './use-evidence.ts';
import { useFailures } from './use-failures.ts';
import { useOneCheck } from './use-one-check.ts';
import { useTracked } from './use-tracked.ts';
import type { Keywords } from '../table/keywords.ts';
import { sayKeyword } from '../table/leads.ts';
import { KeywordActions } from '../actions/keyword-actions.tsx';

const CHECKS_MAX = 200;

/** Everything that is known of a keyword: now, day by day, check by check. */
export function Detail({ keywords, row }: { readonly keywords: Keywords; readonly row: number }) {
  const projectId = useProjectId();
  const { from, to } = useFilters();
  const openEvidence = useEvidence(projectId);
  const { columns, textOf } = keywords;
  const tracked = useTracked(keywords, row);
  const { keywordId, engine, channel } = tracked;
  const failures = useFailures(tracked);
  const asked = {
    query: {
      project_id: projectId,
      keyword_id: keywordId,
      relationship: 'MINE' as const,
      start_date: from,
      end_date: to,
      limit: CHECKS_MAX,
    },
  };
  const checks = useAnswer(getRankings, asked);
  const source = toListSource(getRankings, asked, useToday());
  const code = columns.location_code[row] ?? 0;
  const toPlaceName = useLocationNames([code]);
  const place = [
    textOf('device', row),
    toLanguageName(textOf('language_code', row) ?? ''),
    toPlaceName(code),
    toEngineName(engine ?? ''),
    toChannelName(channel ?? ''),
  ];
  return (
    <>
      <PageHeader
        title={columns.keyword[row] ?? ''}
        lead={sayKeyword(keywords.outcomeOf(row), { change: columns.change[row], best: columns.best[row] })}
        description={place.filter(Boolean).join(' · ')}
        actions={<KeywordActions keywords={keywords} row={row} />}
      />
      <Stack gap="xl">
        <div>
          <KeywordFacts keywords={keywords} row={row} />
        </div>
        <HistoryChart tracked={tracked} whenSingle={useOneCheck(keywords, row)} onDay={(day) => openEvidence(tracked, day)} />
        <CountedLines keywords={keywords} row={row} />
        <MonthlySearches keywordId={keywordId} reading={keywords.metricsReadingOf(row)} />
        <Answered answer={checks} height={160}>
          {({ rankings }) => (
            <>
              <FeatureLane from={from} to={to} checks={rankings} />
              <div>
                <Title order={2} size="h5" mb="xs">
                  Checks and result pages
                </Title>
                <CheckList projectId={projectId} checks={rankings} failures={failures ?? []} source={source} />
              </div>
            </>
          )}
        </Answered>
      </Stack>
    </>
  );
}
