import { Button, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useProjectId } from '../../app/project.ts';
import { useSession } from '../../app/session.tsx';
import { formatPlural } from '../../data/format.ts';
import { Answered } from '../../ui/answered.tsx';
import { filterRows } from '../../ui/grid/order.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { CheckNow } from './actions/check-now.tsx';
import { ORDER_MAX, toChecked } from './actions/check-order.ts';
import { CheckTable } from './checks/check-table.tsx';
import type { Keywords } from './table/keywords.ts';
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

/** Checks all that failed again, price first. */
function CheckFailed({ keywords }: { readonly keywords: Keywords }) {
  const projectId = useProjectId();
  const { scopes } = useSession();
  const [isOpen, setOpen] = useState(false);
  const failed = useMemo(
    () => Array.from(filterRows(keywords.count, [(row) => keywords.textOf('status', row) === 'failed'])).slice(0, ORDER_MAX),
    [keywords],
  );
  if (failed.length === 0 || !scopes.has('write')) return null;
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        Check {formatPlural(failed.length, 'failed keyword')} again
      </Button>
      <CheckNow
        projectId={projectId}
        keywords={failed.map((row) => toChecked(keywords, row))}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
