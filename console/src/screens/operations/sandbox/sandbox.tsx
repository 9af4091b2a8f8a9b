import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { postAdminSandboxReset, getAdminSandboxClock } from '#client';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Calls } from './calls.tsx';
import { Faults } from './faults.tsx';
import { formatInstant, formatPlural } from '#data/format.ts';
import { usePassDays } from '#data/time/pass-days.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Section } from '#ui/layout/section.tsx';

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

const STEPS = [1, 7, 30];
const POLL_MS = 10_000;
const TYPE = 'sandbox-days';

/** The date of the simulated world. Days pass one after the other, each with the checks that become due. */
function Clock() {
  const clock = useAnswer(getAdminSandboxClock, {}, { everyMs: POLL_MS });
  const { pass, now: passing, last } = usePassDays();
  const shown = passing ?? last;
  return (
    <Section title="Date">
      <Answered answer={clock} height={90}>
        {({ now }) => (
          <Stack align="flex-start">
            <Text fz={22} fw={600}>
              {formatInstant(now)} UTC
            </Text>
            <Group>
              {STEPS.map((days) => (
                <Button
                  key={days}
                  variant="default"
                  disabled={passing !== undefined}
                  loading={passing?.days === days}
                  onClick={() => pass.mutate(days)}
                >
                  +{formatPlural(days, 'day')}
                </Button>
              ))}
            </Group>
            <Text size="sm" c={shown === undefined ? 'dimmed' : undefined} role="status">
              {shown?.text ?? 'Days pass one after the other: on each, the checks that become due are made, and the charts go on.'}{' '}
              {shown?.workflowId !== undefined && (
                <AppLink to="/ops/workflows/$type/$workflowId" params={{ type: TYPE, workflowId: shown.workflowId }} inherit>
                  Watch the work
                </AppLink>
              )}
            </Text>
          </Stack>
        )}
      </Answered>
      {pass.error && <ErrorNote error={pass.error} />}
    </Section>
  );
}
