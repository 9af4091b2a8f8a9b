import { Badge } from '@mantine/core';

const COLOURS: Readonly<Record<string, string>> = {
  completed: 'teal',
  delivered: 'teal',
  alive: 'teal',
  ok: 'teal',
  on: 'teal',
  sent: 'teal',
  running: 'indigo',
  processing: 'indigo',
  queued: 'gray',
  pending: 'gray',
  waiting: 'gray',
  paused: 'yellow',
  degraded: 'yellow',
  warning: 'yellow',
  silent: 'yellow',
  skipped: 'yellow',
  failed: 'red',
  failing: 'red',
  down: 'red',
  error: 'red',
};

/** A state in words. Work is skipped by a budget or a drain alone: it was refused, and has not failed. */
export function nameStatus(status: string): string {
  return status === 'skipped' ? 'refused' : status.replaceAll('_', ' ');
}

/** The state of a piece of work or of a part of the service; the word says what the colour says. */
export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge color={COLOURS[status] ?? 'gray'} variant="dot">
      {nameStatus(status)}
    </Badge>
  );
}
