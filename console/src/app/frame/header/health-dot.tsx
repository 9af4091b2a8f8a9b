import { ActionIcon } from '@mantine/core';
import { getHealth } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatList } from '#data/format.ts';
import { isReached } from '#data/answers/reach.ts';
import { useStore } from '#data/store.ts';
import { FirstClick } from '#ui/actions/first-click.tsx';
import { latePart } from '#ui/states/late-part.tsx';
import { useAttention } from '#app/attention.ts';
import { HEALTH_COLORS, HEALTH_WORDS } from './health.ts';

const HealthList = latePart(async () => (await import('./health-list.tsx')).HealthList);
const EVERY_MS = 30_000;

/** How the service is, asked every 30 seconds. */
export function HealthDot() {
  const { data, error } = useAnswer(getHealth, {}, { everyMs: EVERY_MS });
  const isThere = useStore(isReached);
  const status = error || !isThere ? 'down' : (data?.status ?? 'not_configured');
  const waiting = useAttention();
  const isWaiting = status === 'ok' && waiting.length > 0;
  const how = data || error || !isThere ? `The service ${HEALTH_WORDS[status]}` : 'Checking the service';
  const sentence = isWaiting ? `${how}, and ${formatList(waiting.map(({ words }) => words))} need you` : how;
  const button = (
    <ActionIcon aria-label={sentence} size="lg">
      <span className="dot" style={{ background: isWaiting ? HEALTH_COLORS.degraded : HEALTH_COLORS[status] }} />
    </ActionIcon>
  );
  return (
    <FirstClick button={button} opens="dialog">
      {(target) => <HealthList button={target} sentence={how} health={data} waiting={waiting} />}
    </FirstClick>
  );
}
