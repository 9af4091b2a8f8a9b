import { Button, Group } from '@mantine/core';
import { capitalize } from '#data/words.ts';
import { Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Select } from '#ui/forms/select.tsx';
import type { AllAs } from './draft.ts';
import type { ReadList } from './new-list.tsx';
import { KIND_WORDS, KINDS, type Kind } from './words.ts';

type ReadItem = ReadList['items'][number];

interface ReadItemsProps {
  readonly list: ReadList;
  readonly allAs: AllAs;
  readonly onAllAs: (allAs: AllAs) => void;
  /** @param keys items as they were given */
  readonly onChoose: (keys: readonly string[], kind: Kind) => void;
}

/** Each line as it is understood; what was understood wrongly is put right here. */
export function ReadItems({ list, allAs, onAllAs, onChoose }: ReadItemsProps) {
  const place = useLocalPlace();
  return (
    <Section
      title="How lines are read"
      actions={
        <Select
          size="xs"
          w={210}
          aria-label="Kind of lines"
          data={[
            { value: 'looks', label: 'Detect automatically' },
            ...KINDS.map((kind) => ({ value: kind, label: `All are ${KIND_WORDS[kind][1]}` })),
          ]}
          value={allAs}
          onChange={(chosen) => onAllAs((chosen as AllAs | null) ?? 'looks')}
        />
      }
    >
      <RowsGrid
        label="Items of the list"
        rows={list.items}
        columns={COLUMNS}
        rowKey={({ value }) => value}
        place={place}
        bulk={(keys, clear) => (
          <Group gap="xs">
            {KINDS.map((kind) => (
              <Button
                key={kind}
                size="xs"
                variant="default"
                onClick={() => {
                  onChoose(keys, kind);
                  clear();
                }}
              >
                {capitalize(KIND_WORDS[kind][keys.length === 1 ? 0 : 1])}
              </Button>
            ))}
          </Group>
        )}
        empty={<Empty title="No items" />}
      />
    </Section>
  );
}

const COLUMNS: readonly RowColumn<ReadItem>[] = [
  column.text('item', 'Item', 420, { isOnPhone: true }),
  column.text('kind', 'Understood as', 140, { of: ({ kind }) => KIND_WORDS[kind][0], isOnPhone: true }),
  column.rank('line', 'Line', 80, { isOnPhone: true }),
];
