import { Text } from '@mantine/core';
import { formatDay } from '#data/format.ts';
import { useNow, useSession } from '../session.tsx';
import { useScreen } from './notices.tsx';
import { PassDays } from './pass-days.tsx';
import { toDay } from '#data/days.ts';
import { Icon } from '#ui/icons/icon.tsx';

/** Says on every screen that nothing of what is shown is real. */
export function SandboxStrip() {
  const { isSandbox, scopes } = useSession();
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
      {scopes.has('admin') && <PassDays />}
    </div>
  );
}
