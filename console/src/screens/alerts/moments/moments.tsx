import { List, Text } from '@mantine/core';
import type { Alert } from '#client';
import { useProjectId } from '#app/project.ts';
import { formatDay } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { sayState } from '../data/words.ts';

const SHOWN_MAX = 10;

/** The alerts that named a keyword, in words: a drawing cannot be read by touch or by ear. */
export function MomentList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const projectId = useProjectId();
  if (alerts.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        Alerts
      </Text>
      <List size="sm" listStyleType="none" aria-label="Alerts">
        {alerts.slice(0, SHOWN_MAX).map((alert) => (
          <List.Item key={alert.id}>
            {formatDay(alert.day)}{' '}
            <AppLink size="sm" to="/p/$projectId/alerts/$alertId" params={{ projectId, alertId: alert.id }}>
              <bdi>{alert.title}</bdi>
            </AppLink>{' '}
            <Text span size="sm" c="dimmed">
              {alert.severity}, {sayState(alert)}
            </Text>
          </List.Item>
        ))}
      </List>
      {alerts.length > SHOWN_MAX && (
        <Text size="xs" c="dimmed">
          The newest {SHOWN_MAX} of {alerts.length}.
        </Text>
      )}
    </div>
  );
}
