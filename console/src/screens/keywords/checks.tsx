import { Stack } from '@mantine/core';
import { Answered } from '../../ui/answered.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { CheckFailed } from './actions/check-failed.tsx';
import { CheckTable } from './checks/check-table.tsx';
import { useAllKeywords } from './table/use-keywords.ts';
import { Plan } from './checks/plan-chart.tsx';

/** What is checked next, what failed, and what the coming days cost. */
export function View() {
  const keywords = useAllKeywords();
  return (
    <>
      <PageHeader
        title="Checks"
        description="What is due, what failed, and what upcoming checks cost."
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
