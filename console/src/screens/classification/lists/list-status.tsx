import { Badge } from '@mantine/core';
import type { ClassificationList } from '#client';
import { LIST_WORDS } from './words.ts';

const COLOURS: Readonly<Record<ClassificationList['status'], string>> = {
  queued: 'gray',
  running: 'indigo',
  complete: 'teal',
  cancelled: 'yellow',
  failed: 'red',
};

/** The state of a list. */
export function ListStatus({ status }: Pick<ClassificationList, 'status'>) {
  return (
    <Badge color={COLOURS[status]} variant="dot">
      {LIST_WORDS[status]}
    </Badge>
  );
}
