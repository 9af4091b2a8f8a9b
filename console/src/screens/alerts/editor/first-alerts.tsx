import { Stack, Text, Title } from '@mantine/core';
import type { AlertObservation, AlertPreviewAlert, AlertPreviewItem } from '#client';
import { useProjectId } from '#app/project.ts';
import { formatCount, formatDay, formatPlural } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { saySeen, sayGroup } from '../data/words.ts';
import type { Preview } from './use-preview.ts';
import styles from './first-alerts.module.css';

const ALERTS_SHOWN = 5;
const ITEMS_SHOWN = 3;

/** The newest of what it would have said, with the first matches of each. */
export function FirstAlerts({ preview: { alerts, messages } }: { readonly preview: Preview }) {
  if (alerts.length === 0) return null;
  return (
    <div>
      <Title order={3} mb={4}>
        {messages > ALERTS_SHOWN ? `The newest ${ALERTS_SHOWN} of ${formatCount(messages)}` : 'What it would have said'}
      </Title>
      <Stack gap="sm">
        {alerts.slice(0, ALERTS_SHOWN).map((alert) => (
          <One key={`${alert.day} ${alert.group} ${alert.kind}`} alert={alert} />
        ))}
      </Stack>
    </div>
  );
}

function One({ alert: { day, kind, group, items, items_total: total, whole_project: isWhole } }: { readonly alert: AlertPreviewAlert }) {
  const named = sayGroup(group);
  return (
    <div>
      <Text size="sm" fw={550}>
        {formatDay(day)} · {isWhole ? 'the whole project, ' : ''}
        {formatPlural(total, kind === 'more' ? 'more match' : 'match', kind === 'more' ? 'more matches' : 'matches')}
        {named !== '' && ` in ${named}`}
      </Text>
      <ul className={styles.items}>
        {items.slice(0, ITEMS_SHOWN).map((item) => (
          <Item key={`${item.subject} ${item.day}`} item={item} />
        ))}
      </ul>
      {total > ITEMS_SHOWN && (
        <Text size="xs" c="dimmed">
          and {formatPlural(total - ITEMS_SHOWN, 'other')}
        </Text>
      )}
    </div>
  );
}

function Item({ item: { label, device, keyword_id: keywordId, from, to } }: { readonly item: AlertPreviewItem }) {
  const projectId = useProjectId();
  return (
    <li className={styles.item}>
      {keywordId === null ? (
        <bdi>{label}</bdi>
      ) : (
        <AppLink to="/p/$projectId/keywords/$keywordId" params={{ projectId, keywordId }} size="sm">
          <bdi>{label}</bdi>
        </AppLink>
      )}
      <Text span size="sm" c="dimmed">
        {device !== null && `${device} · `}
        {saySeen(from as AlertObservation | null)} → {saySeen(to as AlertObservation)}
      </Text>
    </li>
  );
}
