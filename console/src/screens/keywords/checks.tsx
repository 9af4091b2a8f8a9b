import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useToday } from '#app/project.ts';
import { useNow } from '#app/session.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { sayChecks } from './leads.ts';
import { countChecks } from './checks/plan.ts';
import { NothingYet } from './nothing-yet.tsx';
import { CheckFailed } from './actions/check-failed.tsx';
import { CheckTable } from './checks/check-table.tsx';
import { useAllKeywords } from './table/use-keywords.ts';
import { Plan } from './checks/plan-chart.tsx';

/** What is checked next, what failed, and what the coming days cost. */
export function View() {
  const keywords = useAllKeywords();
  const now = useNow();
  const today = useToday();
  const lead = useMemo(
    () => keywords.data && sayChecks(countChecks(keywords.data, { nowMs: now().getTime(), today })),
    [keywords.data, now, today],
  );
  return (
    <>
      <PageHeader
        title="Checks"
        lead={lead ?? 'What is due, what failed, and what upcoming checks cost.'}
        actions={keywords.data && <CheckFailed keywords={keywords.data} />}
      />
      <Answered answer={keywords} height={480}>
        {(data) =>
          data.count === 0 ? (
            <NothingYet title="No keywords yet">The checks of tracked keywords appear here.</NothingYet>
          ) : (
            <Stack gap="xl">
              <Plan keywords={data} />
              <CheckTable keywords={data} />
            </Stack>
          )
        }
      </Answered>
    </>
  );
}
