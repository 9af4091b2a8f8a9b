import { Button, Group, Popover, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { cloneElement, useState, type ReactElement } from 'react';
import type { GetInboxResponse } from '#client';
import type { ApiError } from '#data/answers/api-error.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { Answered } from '#ui/states/answered.tsx';
import styles from './bell.module.css';
import { InboxLine } from './inbox-entry.tsx';
import { useReadInbox } from './use-read-inbox.ts';

interface BellListProps {
  readonly button: ReactElement<{ readonly onClick?: () => void }>;
  readonly answer: UseQueryResult<GetInboxResponse, ApiError>;
  /** Gives the focus back. */
  readonly onClose: () => void;
}

/** The newest entries of the inbox; open from the start, because a click has loaded it. */
export function BellList({ button, answer, onClose }: BellListProps) {
  const [isOpen, setOpen] = useState(true);
  const close = (): void => {
    setOpen(false);
    onClose();
  };
  return (
    <Popover width="min(400px, calc(100vw - 16px))" position="bottom-end" trapFocus opened={isOpen} onChange={setOpen} onClose={onClose}>
      <Popover.Target>{cloneElement(button, { onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown p={0} aria-label="Inbox">
        <Head answer={answer} onOpen={close} />
        <Answered answer={answer} height={120}>
          {({ entries }) =>
            entries.length === 0 ? (
              <Text size="sm" c="dimmed" px="sm" pb="sm">
                Nothing to tell yet. Alerts and channels that fail appear here.
              </Text>
            ) : (
              <ul className={styles.list} aria-label="Newest messages">
                {entries.map((entry) => (
                  <InboxLine key={entry.id} entry={entry} onOpen={close} />
                ))}
              </ul>
            )
          }
        </Answered>
      </Popover.Dropdown>
    </Popover>
  );
}

function Head({ answer: { data }, onOpen }: { readonly answer: BellListProps['answer']; readonly onOpen: () => void }) {
  const read = useReadInbox();
  const [newest] = data?.entries ?? [];
  return (
    <>
      <Group justify="space-between" px="sm" py={6} wrap="nowrap">
        <AppLink to="/inbox" fw={600} size="sm" onClick={onOpen} data-autofocus>
          Inbox
        </AppLink>
        {newest !== undefined && (data?.unread ?? 0) > 0 && (
          <Button size="compact-sm" variant="subtle" loading={read.isPending} onClick={() => read.mutate({ until_id: newest.id })}>
            Mark all read
          </Button>
        )}
      </Group>
      {read.error && (
        <Text size="sm" c="red" role="alert" px="sm" pb={6}>
          {read.error.message}
        </Text>
      )}
    </>
  );
}
