import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Column } from './column.ts';
import { moveShown, resizeShown, toggleShown, type Shown } from './shown.ts';

const WIDTH_STEP_PX = 24;

interface PickerProps {
  readonly button: ReactElement;
  readonly onClose: () => void;
  readonly columns: readonly Column[];
  readonly shown: readonly Shown[];
  /** Undefined asks for the usual columns. */
  readonly onChange: (shown: readonly Shown[] | undefined) => void;
}

/** Chooses which columns are shown, in what order and how wide; open from the start, because a click has loaded it. */
export function Picker({ button, onClose, columns, shown, onChange }: PickerProps) {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const hidden = columns.filter(({ id }) => !shown.some((one) => one.id === id));
  return (
    <Popover position="bottom-end" withinPortal trapFocus defaultOpened onClose={onClose}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <ScrollArea.Autosize mah={420} w={300} type="auto">
          <Stack gap={8}>
            {shown.map((one, at) => {
              const column = byId.get(one.id);
              return column && <ShownLine key={one.id} {...{ column, at, one, shown, onChange }} />;
            })}
            {hidden.length > 0 && (
              <Text size="xs" c="dimmed" mt="xs">
                Hidden
              </Text>
            )}
            {hidden.map((column) => (
              <Checkbox
                key={column.id}
                size="xs"
                checked={false}
                label={column.title}
                onChange={() => onChange(toggleShown(shown, column))}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
        <Button variant="subtle" size="xs" mt="xs" onClick={() => onChange(undefined)}>
          Default columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ShownLineProps extends Pick<PickerProps, 'shown' | 'onChange'> {
  readonly column: Column;
  readonly one: Shown;
  readonly at: number;
}

function ShownLine({ column, one, at, shown, onChange }: ShownLineProps) {
  const { id, title } = column;
  const steps = [
    { sign: '−', label: `Make ${title} narrower`, next: () => resizeShown(shown, id, one.width - WIDTH_STEP_PX) },
    { sign: '+', label: `Make ${title} wider`, next: () => resizeShown(shown, id, one.width + WIDTH_STEP_PX) },
    { sign: '↑', label: `Move ${title} left`, isOff: at < 2, next: () => moveShown(shown, id, -1) },
    { sign: '↓', label: `Move ${title} right`, isOff: at < 1 || at === shown.length - 1, next: () => moveShown(shown, id, 1) },
  ];
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Checkbox size="xs" checked disabled={at === 0} label={title} onChange={() => onChange(toggleShown(shown, column))} />
      <Group gap={2} wrap="nowrap">
        {steps.map(({ sign, label, isOff = false, next }) => (
          <ActionIcon
            key={sign}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={label}
            disabled={isOff}
            onClick={() => onChange(next())}
          >
            {sign}
          </ActionIcon>
        ))}
      </Group>
    </Group>
  );
}
