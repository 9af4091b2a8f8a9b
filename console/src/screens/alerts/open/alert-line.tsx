import { Button, Checkbox } from '@mantine/core';
import type { Alert } from '#client';
import { useProjectId } from '#app/project.ts';
import { useMay, useNow } from '#app/session.tsx';
import { formatAge, formatDay, formatInstant, formatPlural } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { sayGroup, sayState } from '../data/words.ts';
import styles from './lines.module.css';
import { Severity } from './severity.tsx';

interface AlertLineProps {
  readonly alert: Alert;
  /** Undefined for those who cannot acknowledge. */
  readonly select: { readonly isOn: boolean; readonly onToggle: () => void } | undefined;
  readonly onAcknowledge: () => void;
  readonly onMute: () => void;
}

/** One alert: what happened, to how many, since when, and what can be done with it. */
export function AlertLine({ alert, select, onAcknowledge, onMute }: AlertLineProps) {
  const projectId = useProjectId();
  const mayMute = useMay('edit');
  const now = useNow();
  const { id, title, severity, acknowledged, opened_at: since, items_total: items, resolved_items: over } = alert;
  const group = sayGroup(alert.group);
  return (
    <li className={styles.line} data-seen={acknowledged ? true : undefined}>
      {select ? <Checkbox aria-label={`Select ${title}`} checked={select.isOn} onChange={select.onToggle} /> : <span />}
      <Severity severity={severity} />
      <div className={styles.words}>
        <AppLink className={styles.title ?? ''} to="/p/$projectId/alerts/$alertId" params={{ projectId, alertId: id }} c="inherit">
          <bdi>{title}</bdi>
        </AppLink>
        <div className={styles.about}>
          {group !== '' && <bdi>{group}</bdi>}
          <span>
            {formatPlural(items, 'match', 'matches')}
            {over > 0 && `, ${over} over`}
          </span>
          <span title={`${formatInstant(since)} UTC, ${formatAge(since, now())}`}>since {formatDay(since)}</span>
          <span>{sayState(alert)}</span>
          {acknowledged?.note && <q dir="auto">{acknowledged.note}</q>}
        </div>
      </div>
      <div className={styles.actions}>
        {select && acknowledged === null && (
          <Button size="compact-sm" variant="default" aria-label={`Acknowledge ${title}`} onClick={onAcknowledge}>
            Acknowledge
          </Button>
        )}
        {mayMute && (
          <Button size="compact-sm" variant="subtle" color="gray" aria-label={`Mute ${title}`} onClick={onMute}>
            Mute
          </Button>
        )}
      </div>
    </li>
  );
}
