import { Text } from '@mantine/core';
import type { InboxEntry } from '#client';
import { toScreenPath } from '#app/inbox.ts';
import { useNow } from '#app/session.tsx';
import { formatAge, formatInstant } from '#data/format.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import styles from './bell.module.css';

interface InboxLineProps {
  readonly entry: InboxEntry;
  /** When it is opened. */
  readonly onOpen: () => void;
}

/** An entry of the inbox: how bad it is, what, of which project and when. A line of a list. */
export function InboxLine({
  entry: { severity, title, text, path, project_name: project, at, ended_at: endedAt, read },
  onOpen,
}: InboxLineProps) {
  const now = useNow();
  return (
    <li className={styles.entry} data-unread={read === false || undefined}>
      <span className={styles.mark} data-severity={severity}>
        <Icon name={severity === 'info' ? 'info' : 'alert'} size={16} />
      </span>
      <div>
        <AppLink to={toScreenPath(path)} size="sm" fw={read === false ? 600 : 400} c="inherit" onClick={onOpen}>
          {title}
        </AppLink>
        {read === false && <span className="sr-only">, unread</span>}
        {text !== '' && (
          <Text size="sm" c="dimmed" className={styles.text}>
            {text}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {severity} · <bdi>{project ?? 'Service'}</bdi> · <span title={`${formatInstant(at)} UTC`}>{formatAge(at, now())}</span>
          {endedAt !== null && <span title={`${formatInstant(endedAt)} UTC`}> · over {formatAge(endedAt, now())}</span>}
        </Text>
      </div>
    </li>
  );
}
