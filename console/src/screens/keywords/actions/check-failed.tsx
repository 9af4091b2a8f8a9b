import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { formatPlural } from '#data/format.ts';
import { filterRows } from '#ui/grid/columns/order.ts';
import { laterDialog } from '#ui/states/later.tsx';
import type { Keywords } from '../table/keywords.ts';
import { ORDER_MAX, toCheckedKeyword } from './check-order.ts';

const CheckNow = laterDialog(async () => (await import('./check-now.tsx')).CheckNow);

/** Checks all that failed again, price first. */
export function CheckFailed({ keywords }: { readonly keywords: Keywords }) {
  const projectId = useProjectId();
  const { rights } = useSession();
  const [isOpen, setOpen] = useState(false);
  const failed = useMemo(
    () => Array.from(filterRows(keywords.count, [(row) => keywords.textOf('status', row) === 'failed'])).slice(0, ORDER_MAX),
    [keywords],
  );
  if (failed.length === 0 || !rights.has('edit')) return null;
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        Check {formatPlural(failed.length, 'failed keyword')} again
      </Button>
      <CheckNow
        projectId={projectId}
        keywords={failed.map((row) => toCheckedKeyword(keywords, row))}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
