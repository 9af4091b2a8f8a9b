import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { getAnswersGaps, type AnswerGap, type GetAnswersGapsResponse } from '#client';
import { useProjectId } from '#app/project.ts';
import { useHasPart } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { isolate } from '#data/isolate.ts';
import { joinSentences } from '#data/sentence.ts';
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
import { gapsSearch } from './search.ts';
import { makeGapColumns } from './sources/gap-columns.tsx';

const LIMIT = 100;

/** Sites that assistants cite beside rivals and never beside us: where it is worth to be. */
export function View() {
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(gapsSearch);
  const { weeks, kind, offset = 0 } = search;
  const days = useSpanDays(weeks);
  const asked = { query: { project_id: projectId, ...days, surface_kind: kind, limit: LIMIT, offset } };
  const answer = useAnswer(getAnswersGaps, asked);
  const place = useGridPlace();
  const hasSites = useHasPart('sites');
  const columns = useMemo(() => makeGapColumns(days.to, hasSites), [days.to, hasSites]);
  return (
    <>
      <PageHeader
        title="Gaps"
        lead={(answer.data && sayGaps(answer.data)) ?? 'Which sites assistants cite beside competitors and never beside us.'}
        description={sayCounted(kind)}
        actions={<Ways at="Gaps" />}
      />
      <Group align="flex-end" mb="md">
        <SpanSelect value={weeks} onChange={(span) => setSearch({ weeks: span, offset: undefined })} />
        <KindSelect value={kind} onChange={(next) => setSearch({ kind: next, offset: undefined })} />
      </Group>
      <Answered answer={answer} height={320}>
        {({ gaps, pagination, answers, with_rivals: withRivals, with_us: withUs }) => (
          <>
            <Text size="sm" mb="sm">
              {joinSentences([
                answers > 0 &&
                  `${formatPlural(answers, 'answer')}: a competitor is in ${formatCount(withRivals)} of them, we are in ${formatCount(withUs)}.`,
                'A brand is in an answer that names it or cites its site.',
              ])}
            </Text>
            <RowsGrid
              label="Gaps"
              rows={gaps}
              columns={columns}
              rowKey={toKey}
              place={place}
              fileName="gaps"
              whole={toWholeList(getAnswersGaps, asked, pagination)}
              empty={
                withRivals === 0 ? (
                  <Empty title="Waiting for answers with a competitor">Gaps stand here as soon as an answer names or cites one.</Empty>
                ) : (
                  <Empty title="No gap in these weeks">Every site that is cited beside a competitor is cited beside us too.</Empty>
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

const toKey = ({ domain }: AnswerGap): string => domain;

function sayGaps({ gaps: [first], pagination: { total } }: GetAnswersGapsResponse): string | undefined {
  if (first === undefined) return undefined;
  const { domain, beside_rivals: rate } = first;
  return `${formatPlural(total, 'site')} ${total === 1 ? 'is' : 'are'} cited beside competitors and never beside us, ${isolate(domain)} most: in ${formatPlural(rate.successes, 'answer')}.`;
}
