import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { postAdminSandboxReset } from '#client';
import { ask } from '#data/answers/answers.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Calls } from './calls.tsx';
import { Clock } from './clock.tsx';
import { Faults } from './faults.tsx';

/** The simulated world: its date, its faults, and what it was asked. */
export function View() {
  return (
    <>
      <PageHeader
        title="Sandbox"
        lead="Every outside source is simulated: no real service is called, and nothing is paid."
        actions={<Reset />}
      />
      <Clock />
      <Faults />
      <Calls />
    </>
  );
}

function Reset() {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Reset the sandbox
      </Button>
      {isOpen && (
        <ConfirmAction
          isOpen
          onClose={() => setOpen(false)}
          title="Reset the sandbox"
          verb="Reset"
          word="reset"
          isDanger
          run={() => ask(postAdminSandboxReset, {})}
          onDone={() => void queries.invalidateQueries()}
        >
          Clock, faults, and the call log go back to the start. Stored data is kept, so days already seen may come again.
        </ConfirmAction>
      )}
    </>
  );
}
