import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { capitalize } from '#data/words.ts';
import { whyNotKnown, type Looked, type Subject } from '#data/looked.ts';
import { Empty } from './answered.tsx';

interface AbsenceProps {
  readonly looked: Looked;
  readonly subject: Subject;
  /** What is said when all of it was looked at. */
  readonly none: ReactNode;
}

/** Takes the place of values: that there are none, or why that is not known. */
export function Absence({ looked, subject, none }: AbsenceProps) {
  const why = whyNotKnown(looked, subject);
  return why === undefined ? (
    <Text size="sm" c="dimmed" py="md">
      {none}
    </Text>
  ) : (
    <NotKnown because={why} />
  );
}

/** Says that something is not known, and why. */
export function NotKnown({ because }: { readonly because: string }) {
  return (
    <Text size="sm" c="dimmed" py="md">
      Not known: {because}
    </Text>
  );
}

interface EmptyListProps {
  readonly looked: Looked;
  readonly subject: Subject;
  /** The title of an empty list all of which was looked at. */
  readonly title: string;
  readonly children?: ReactNode;
}

/** Takes the place of a list without rows. */
export function EmptyList({ looked, subject, title, children }: EmptyListProps) {
  const why = whyNotKnown(looked, subject);
  return why === undefined ? <Empty title={title}>{children}</Empty> : <Empty title="Not known yet">{capitalize(why)}</Empty>;
}
