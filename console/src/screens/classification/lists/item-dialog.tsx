import { toWords } from '#data/words.ts';
import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ClassifiedItem } from '#client';
import { formatCount } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { Modal } from '#ui/overlay/overlay.tsx';
import { Select } from '#ui/forms/select.tsx';
import { toSourceName } from '../figures.ts';
import { toEntity, useCorrection } from '../use-correction.ts';
import { useLabelsOf } from '../use-labels-of.ts';
import { ItemStatusBadge, toItemReading } from './item-columns.tsx';
import { isJudged, MAIN_DIMENSION, toReason } from './words.ts';

interface ItemDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly item: ClassifiedItem | undefined;
  readonly canCorrect: boolean;
}

/** Why an item has its labels, what came next, and what it really is. */
export function ItemDialog({ isOpen, onClose, item, canCorrect }: ItemDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={item?.item ?? ''} size="lg">
      {item && (
        <Stack>
          <Group gap="xs">
            <ItemStatusBadge status={item.status} />
            {toReason(item) !== null && <Text size="sm">{toReason(item)}</Text>}
            {item.kind !== 'keyword' && <OutsideLink href={item.kind === 'url' ? item.item : `https://${item.item}`}>Open it</OutsideLink>}
          </Group>
          {canCorrect && item.status !== 'waiting' && <Correct key={item.line} item={item} onSaid={onClose} />}
          <Verdicts item={item} />
        </Stack>
      )}
    </Modal>
  );
}

function Verdicts({ item }: { readonly item: ClassifiedItem }) {
  const main = MAIN_DIMENSION[item.kind];
  const verdicts = Object.entries(item.verdicts).toSorted(([one], [other]) => Number(other === main) - Number(one === main));
  if (verdicts.length === 0) return <Text size="sm">{isJudged(item) ? 'No stage found a label.' : 'No stage has looked at it.'}</Text>;
  return verdicts.map(([dimension, { label, confidence, stage, second_best: second, evidence }]) => (
    <section key={dimension} aria-label={toWords(dimension)}>
      <Title order={3} size="h5">
        {toWords(dimension)}: {toWords(label)}
      </Title>
      <Text size="sm" c="dimmed" component="div">
        <Figure text={`${formatCount(confidence)} of 100`} reading={toItemReading(item)} />, by {toSourceName(stage)}
        {second && `; next would be ${toWords(second.label)} with ${formatCount(second.confidence)}`}
      </Text>
      <List size="sm">
        {evidence.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </section>
  ));
}

function Correct({ item, onSaid }: { readonly item: ClassifiedItem; readonly onSaid: () => void }) {
  const dimension = MAIN_DIMENSION[item.kind];
  const [label, setLabel] = useState(item.label);
  const labels = useLabelsOf(dimension);
  const correction = useCorrection({ entities: [toEntity(item)], dimension, onSaid });
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <Select
          label={`What it is (${toWords(dimension)})`}
          placeholder="Choose a label"
          data={labels.map((one) => ({ value: one, label: toWords(one) }))}
          value={label}
          onChange={setLabel}
        />
        <Button disabled={label === null} loading={correction.isPending} onClick={() => label !== null && correction.mutate(label)}>
          {label !== null && label === item.label ? 'It is right' : 'Correct it'}
        </Button>
      </Group>
      {correction.error && <ErrorNote error={correction.error} />}
    </Stack>
  );
}
