import { MultiSelect } from '@mantine/core';

interface TagChoiceProps {
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** Chooses among the tags of a project; open from the start, because a click has loaded it. */
export function TagChoice({ tags, value, onChange }: TagChoiceProps) {
  return (
    <MultiSelect
      size="xs"
      aria-label="Tags"
      placeholder={value.length > 0 ? '' : 'All tags'}
      data={tags.map(({ id, name }) => ({ value: id, label: name }))}
      value={[...value]}
      onChange={onChange}
      autoFocus
      defaultDropdownOpened
      clearable
    />
  );
}
