import { List, Text } from '@mantine/core';
import type { Import } from '#client';
import { toImportKind } from '#data/names.ts';
import { Section } from '#ui/layout/section.tsx';

/** The second step: what the file is, how sure that is, and what is assumed. */
export function FoundStep({ detection, kind }: { readonly detection: NonNullable<Import['detection']>; readonly kind: string | null }) {
  const { sure, why, notes } = detection;
  return (
    <Section title="2. What it is">
      <Text size="sm">
        <b>{toImportKind(kind)}</b>, {Math.round(sure * 100)} % sure: {why}.
      </Text>
      {notes.length > 0 && (
        <List size="sm" mt="xs">
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
