import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ClassifiedItem } from '#client';
import { formatPlural } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { Select } from '#ui/forms/select.tsx';
import { toWords } from '../figures.ts';
import { toEntity, useCorrection } from '../use-correction.ts';
import { useLabelsOf } from '../use-labels-of.ts';
import { KIND_WORDS, MAIN_DIMENSION } from './words.ts';

interface BulkCorrectionProps {
  readonly items: readonly ClassifiedItem[];
  readonly onDone: () => void;
}

/** Says of several items of one kind that they are the same. */
export function BulkCorrection({ items, onDone }: BulkCorrectionProps) {
  const kind = items[0]?.kind;
  if (kind === undefined) return null;
  if (items.some((item) => item.kind !== kind)) return <Text size="sm">Items of one kind can be corrected together.</Text>;
  return <Correct key={kind} kind={kind} items={items} onDone={onDone} />;
}

function Correct({ kind, items, onDone }: BulkCorrectionProps & Pick<ClassifiedItem, 'kind'>) {
  const [label, setLabel] = useState<string | null>(null);
  const dimension = MAIN_DIMENSION[kind];
  const labels = useLabelsOf(dimension);
  const correction = useCorrection({ entities: items.map(toEntity), dimension, onSaid: onDone });
  return (
    <Group gap="xs">
      <Select
        size="xs"
        aria-label="What they are"
        placeholder="What they are"
        data={labels.map((one) => ({ value: one, label: toWords(one) }))}
        value={label}
        onChange={setLabel}
      />
      <Button size="xs" disabled={label === null} loading={correction.isPending} onClick={() => label !== null && correction.mutate(label)}>
        Correct {formatPlural(items.length, ...KIND_WORDS[kind])}
      </Button>
      {correction.error && <ErrorNote error={correction.error} />}
    </Group>
  );
}
