import { Text, Title } from '@mantine/core';
import { getProjectKeywordsByKeywordId } from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount } from '#data/format.ts';
import { Bars } from '#ui/charts/bars.tsx';
import { Answered } from '#ui/states/answered.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { toMonthBars } from './months.ts';

const HEIGHT_PX = 160;

/** Searches for a keyword in each month. */
export function MonthlySearches({ keywordId, reading }: { readonly keywordId: string; readonly reading: Reading }) {
  const projectId = useProjectId();
  const keyword = useAnswer(getProjectKeywordsByKeywordId, { path: { keyword_id: keywordId }, query: { project_id: projectId } });
  return (
    <div>
      <Title order={2} size="h5" mb="xs">
        Searches by month
      </Title>
      <Answered answer={keyword} height={HEIGHT_PX}>
        {({ monthly_searches: months }) =>
          months.length === 0 ? (
            <Text size="sm" c="dimmed">
              Monthly searches for this keyword are not known.
            </Text>
          ) : (
            <Bars label="Searches by month" barName="Month" bars={toMonthBars(months, reading)} format={formatCount} height={HEIGHT_PX} />
          )
        }
      </Answered>
    </div>
  );
}
