import { Group, Stack, Text } from '@mantine/core';
import type { DoctorFinding } from '#client';
import { FindingBadge } from '#ui/states/finding-badge.tsx';

/** What the providers said when they were asked just now. */
export function Tested({ findings }: { readonly findings: readonly DoctorFinding[] }) {
  return (
    <Stack gap="xs" my="sm" role="group" aria-label="Providers as they answered">
      {findings.map(({ subject, state, text, remedy }) => (
        <Group key={subject} gap="sm" wrap="nowrap" align="flex-start">
          <FindingBadge state={state} />
          <Text size="sm">
            {subject}: {text}
            {remedy !== null && ` ${remedy}`}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
