import { Anchor, List, Text } from '@mantine/core';
import { formatDay } from '#data/format.ts';
import type { ChartNote } from './spec.ts';

interface NotesProps {
  readonly notes: readonly ChartNote[];
  readonly onNote: ((note: ChartNote) => void) | undefined;
}

/** What happened on the days of a chart. */
export function Notes({ notes, onNote }: NotesProps) {
  return (
    <List size="xs" mt="xs" listStyleType="none" aria-label="Annotations">
      {notes.map((note) => (
        <List.Item key={note.id}>
          <Text span size="xs" c="dimmed">
            {formatDay(note.from)}
            {note.to !== note.from && ` to ${formatDay(note.to)}`}
          </Text>{' '}
          {onNote && note.isFixed !== true ? (
            <Anchor component="button" type="button" size="xs" onClick={() => onNote(note)}>
              {note.text}
            </Anchor>
          ) : (
            note.text
          )}
        </List.Item>
      ))}
    </List>
  );
}
