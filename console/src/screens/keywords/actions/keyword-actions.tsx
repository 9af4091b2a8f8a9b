import { Button } from '@mantine/core';
import { useState } from 'react';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { laterDialog } from '#ui/states/later.tsx';
import type { Keywords } from '../table/keywords.ts';
import { toCheckedKeyword } from './check-order.ts';

const CheckNow = laterDialog(async () => (await import('./check-now.tsx')).CheckNow);
const EditDialog = laterDialog(async () => (await import('./edit-dialog.tsx')).EditDialog);

/** What can be done with one keyword. */
export function KeywordActions({ keywords, row }: { readonly keywords: Keywords; readonly row: number }) {
  const projectId = useProjectId();
  const { rights } = useSession();
  const [dialog, setDialog] = useState<'check' | 'edit'>();
  const close = (): void => setDialog(undefined);
  if (!rights.has('edit')) return null;
  return (
    <>
      <Button size="xs" onClick={() => setDialog('check')}>
        {keywords.textOf('status', row) === 'failed' ? 'Check again' : 'Check now'}
      </Button>
      <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <CheckNow projectId={projectId} keywords={[toCheckedKeyword(keywords, row)]} isOpen={dialog === 'check'} onClose={close} />
      <EditDialog keywordIds={[keywords.columns.keyword_id[row] ?? '']} isOpen={dialog === 'edit'} onClose={close} />
    </>
  );
}
