import { Pill, PillsInput } from '@mantine/core';
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';

interface WordsInputProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly value: readonly string[];
  readonly onChange: (words: string[]) => void;
  readonly wordsMax?: number;
}

const SEPARATORS = /[,\n]/u;

/** Words that are typed one by one: Enter, a comma or leaving the field adds one, and the backspace key takes back the last. */
export function WordsInput({ value, onChange, placeholder, wordsMax = Infinity, ...field }: WordsInputProps) {
  const [typed, setTyped] = useState('');
  const add = (text: string): void => {
    const words = text.split(SEPARATORS).map((word) => word.trim());
    const all = [...new Set([...value, ...words])].filter((word) => word !== '');
    if (all.length > value.length) onChange(all.slice(0, wordsMax));
    setTyped('');
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1));
    if (event.key !== ',' && (event.key !== 'Enter' || typed.trim() === '')) return;
    event.preventDefault();
    add(typed);
  };
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (!SEPARATORS.test(text)) return;
    event.preventDefault();
    add(typed + text);
  };
  return (
    <PillsInput {...field}>
      <Pill.Group>
        {value.map((word) => (
          <Pill
            key={word}
            withRemoveButton
            onRemove={() => onChange(value.filter((one) => one !== word))}
            removeButtonProps={{ 'aria-label': `Remove ${word}`, 'aria-hidden': false, tabIndex: 0 }}
          >
            {word}
          </Pill>
        ))}
        <PillsInput.Field
          placeholder={placeholder}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => add(typed)}
        />
      </Pill.Group>
    </PillsInput>
  );
}
