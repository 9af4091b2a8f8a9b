import { Button, Group, Text } from '@mantine/core';
import { formatPlural } from '#data/format.ts';
import { usePassDays } from '#data/pass-days.ts';

const STEPS = [1, 7] as const;

/** Moves the simulated world on by a day or a week, and says how far it is. */
export function PassDays() {
  const { pass, now } = usePassDays();
  return (
    <Group gap={6} ml="auto" wrap="nowrap">
      {pass.error && <Text size="sm">{pass.error.message}</Text>}
      {now && <Text size="sm">{now.text}</Text>}
      {STEPS.map((days) => (
        <Button
          key={days}
          size="compact-xs"
          variant="white"
          color="dark"
          aria-label={`+${days} d: let ${formatPlural(days, 'day')} pass`}
          loading={now?.days === days}
          disabled={now !== undefined}
          onClick={() => pass.mutate(days)}
        >
          +{days} d
        </Button>
      ))}
    </Group>
  );
}
