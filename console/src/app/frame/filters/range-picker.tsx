import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { cloneElement, useState, type ReactElement } from 'react';
import { RANGES, type FilterValues } from '#app/filters.ts';
import { useFilters } from '#app/use-filters.ts';

type Range = FilterValues['range'];

interface RangePickerProps {
  readonly button: ReactElement<{ readonly onClick?: () => void }>;
  readonly onClose: () => void;
  /** Undefined: the days are chosen one by one. */
  readonly preset: Range;
  readonly onPick: (range: Range) => void;
}

/** Chooses the days that are shown; open from the start, because a click has loaded it. */
export function RangePicker({ button, onClose, preset, onPick }: RangePickerProps) {
  const { from, to, setFilters } = useFilters();
  const [isOpen, setOpen] = useState(true);
  const pick = (range: Range): void => {
    onPick(range);
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} onClose={onClose} position="bottom-start" trapFocus>
      <Popover.Target>{cloneElement(button, { onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown aria-label="Days">
        <Stack gap="sm">
          <Group gap={4}>
            {RANGES.map(({ range, label }) => (
              <Button key={range} size="compact-sm" variant={range === preset ? 'filled' : 'default'} onClick={() => pick(range)}>
                {label}
              </Button>
            ))}
          </Group>
          <Group gap="xs">
            <TextInput
              type="date"
              size="xs"
              label="From"
              value={from}
              max={to}
              onChange={({ currentTarget: { value } }) => value && setFilters({ from: value, to, range: undefined })}
            />
            <TextInput
              type="date"
              size="xs"
              label="To"
              value={to}
              min={from}
              onChange={({ currentTarget: { value } }) => value && setFilters({ from, to: value, range: undefined })}
            />
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
