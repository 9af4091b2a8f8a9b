import { ActionIcon } from '@mantine/core';
import { useInbox } from '#app/inbox.ts';
import { useHasPart } from '#app/session.tsx';
import { formatPlural } from '#data/format.ts';
import { FirstClick } from '#ui/actions/first-click.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { latePart } from '#ui/states/late-part.tsx';
import styles from './bell.module.css';

const BellList = latePart(async () => (await import('./bell-list.tsx')).BellList);
/** The service counts no further. */
const COUNTED = 1000;
const SHOWN_MAX = 99;

/** The inbox in short, and how much of it the person has not read. Who has no inbox has no bell. */
export function Bell() {
  const hasInbox = useHasPart('work');
  const answer = useInbox(hasInbox);
  if (!hasInbox) return null;
  const unread = answer.data?.unread ?? 0;
  const said = sayUnread(unread);
  const button = (
    <ActionIcon size="lg" aria-label={said === '' ? 'Inbox' : `Inbox, ${said}`} className={styles.bell}>
      <Icon name="bell" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      )}
    </ActionIcon>
  );
  return (
    <>
      <span className="sr-only" role="status">
        {said}
      </span>
      <FirstClick button={button} opens="dialog">
        {(target, giveBack) => <BellList button={target} answer={answer} onClose={giveBack} />}
      </FirstClick>
    </>
  );
}

/** `3 unread messages`; empty when all are read. */
function sayUnread(unread: number): string {
  if (unread === 0) return '';
  return unread >= COUNTED ? `more than ${COUNTED - 1} unread messages` : formatPlural(unread, 'unread message');
}
