import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { getLocations, type Location } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { toLocationName } from './market-select.tsx';

const TYPING_MS = 150;
const SHOWN_MAX = 30;

interface LocationSearchProps extends Pick<SelectProps, 'label' | 'description' | 'size' | 'disabled' | 'placeholder' | 'aria-label'> {
  readonly chosen: Location | undefined;
  readonly onChoose: (code: number | undefined) => void;
}

function toOption(location: Location) {
  return { value: String(location.location_code), label: toLocationName(location) };
}

/** Finds places by what is typed; open from the start, because a click has loaded it. */
export function LocationSearch({ chosen, onChoose, ...field }: LocationSearchProps) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, TYPING_MS);
  const isTyped = text.trim() !== '' && text !== (chosen && toLocationName(chosen));
  const { data } = useAnswer(getLocations, { query: { limit: SHOWN_MAX, ...(isTyped ? { search: text.trim() } : {}) } });
  const found = data?.locations ?? [];
  const isFound = found.some(({ location_code: code }) => code === chosen?.location_code);
  return (
    <Select
      {...field}
      autoFocus
      defaultDropdownOpened
      searchable
      clearable
      data={(chosen && !isFound ? [chosen, ...found] : found).map(toOption)}
      filter={({ options }) => options}
      value={chosen === undefined ? null : String(chosen.location_code)}
      onSearchChange={setTyped}
      onChange={(next) => onChoose(next === null ? undefined : Number(next))}
      nothingFoundMessage="No matching location"
    />
  );
}
