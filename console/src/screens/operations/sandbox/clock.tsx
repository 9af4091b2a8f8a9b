import { Button, Group, Stack, Text } from '@mantine/core';
import { getAdminSandboxClock } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatPlural } from '#data/format.ts';
import { usePassDays } from '#data/time/pass-days.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Section } from '#ui/layout/section.tsx';

const STEPS = [1, 7, 30];
const POLL_MS = 10_000;
const TYPE = 'sandbox-days';

/** The date of the simulated world. Days pass one after the other, each with the checks that become due. */
export function Clock() {
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
