import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteImportsByImportId, type Import } from '#client';
import { ask } from '#data/answers/answers.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { useRefreshImport } from './data/use-refresh-import.ts';

/** Takes an import away: its points, or the file of one that was not written. */
export function UndoImport({ record: { id, name, status, project_id: projectId } }: { readonly record: Import }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const refresh = useRefreshImport();
  const isWritten = status === 'committed';
  const verb = isWritten ? 'Undo' : 'Remove';
  return (
    <>
      <Button variant="default" disabled={status === 'committing'} onClick={() => setAsked(true)}>
        {verb}
      </Button>
      <ConfirmAction
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={`${verb} ${name}`}
        verb={verb}
        isDanger
        run={() => ask(deleteImportsByImportId, { path: { import_id: id } })}
        onDone={() => {
          void navigate({ to: '/p/$projectId/imports', params: { projectId } } as never);
          refresh();
        }}
      >
        {isWritten
          ? 'Its points are gone from charts at once, for ever. Keywords that are tracked since then stay tracked.'
          : 'The file is deleted, and what was said of it.'}
      </ConfirmAction>
    </>
  );
}
