import { Text, Button, Group } from '@mantine/core';
import { formatDay, formatPlural } from '#data/format.ts';
import { toDay } from '#data/time/days.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { usePassDays } from '#data/time/pass-days.ts';
import { useNow, useSession } from '../session.tsx';
import { useScreen } from './notices.tsx';

const STEPS = [1, 7] as const;

/** Says on every screen that nothing of what is shown is real. */
export function SandboxStrip() {
  const { isSandbox, rights } = useSession();
  const now = useNow();
  const realTimes = useScreen()?.realTimes;
  if (!isSandbox) return null;
  return (
    <div className="strip strip-sandbox" role="status">
      <Icon name="sandbox" size={16} />
      <Text size="sm" span>
        Simulated world, {formatDay(toDay(now(), 'UTC'))}.{' '}
        <span className="wide-only">No real service is called, and nothing is paid.</span>
        {realTimes && ` ${realTimes} are in real time.`}
      </Text>
      {rights.has('operate') && <PassDays />}
    </div>
  );
}

/** Moves the simulated world on by a day or a week, and says how far it is. */
function PassDays() {
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
