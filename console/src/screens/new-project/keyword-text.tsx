import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatPlural } from '#data/format.ts';
import { Select } from '#ui/forms/select.tsx';
import { keepFirst, parseKeywords } from './keyword-list.ts';
import { readKeywordFile, type KeywordFile } from './read-file.ts';

interface KeywordTextProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** How many of what is typed the project tracks already. */
  readonly known: number;
}

/** Keywords that are typed, pasted, or taken from a column of a file. */
export function KeywordText({ text, setText, known }: KeywordTextProps) {
  const [file, setFile] = useState<KeywordFile>();
  const keywords = parseKeywords(text);
  const take = ({ rows }: KeywordFile, column: number): void => {
    const words = rows.map((row) => (row[column] ?? '').replace(/\s+/gu, ' '));
    setText(keepFirst([...keywords, ...words]).join('\n'));
    setFile(undefined);
  };
  const readFile = async (given: File | null): Promise<void> => {
    if (!given) return;
    const read = readKeywordFile(await given.text());
    if (read.columns.length === 1) take(read, 0);
    else setFile(read);
  };
  return (
    <Stack gap="xs">
      <Textarea
        label="Keywords"
        description="One per line"
        placeholder={'invoicing software\nfree invoice template'}
        autosize
        autoFocus
        data-autofocus
        minRows={8}
        maxRows={16}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {formatPlural(keywords.length, 'keyword')}
          {known > 0 && `, ${formatCount(known)} tracked already`}
        </Text>
        <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(given) => void readFile(given)}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              From a file
            </Button>
          )}
        </FileButton>
      </Group>
      {file && <ColumnChoice file={file} onTake={(column) => take(file, column)} onCancel={() => setFile(undefined)} />}
    </Stack>
  );
}

interface ColumnChoiceProps {
  readonly file: KeywordFile;
  readonly onTake: (column: number) => void;
  readonly onCancel: () => void;
}

const SAMPLES = 3;

/** Which column of a table holds the keywords. */
function ColumnChoice({ file, onTake, onCancel }: ColumnChoiceProps) {
  const [column, setColumn] = useState(file.likely);
  const samples = file.rows.slice(0, SAMPLES).map((row) => row[column] ?? '');
  return (
    <Stack gap="xs" role="group" aria-label="Keywords from a file">
      <Select
        label="Column with the keywords"
        data={file.columns.map((name, at) => ({ value: String(at), label: name }))}
        value={String(column)}
        onChange={(next) => setColumn(Number(next ?? 0))}
      />
      <Text size="sm" c="dimmed">
        {samples.join(', ')}
        {file.rows.length > SAMPLES && ` and ${formatCount(file.rows.length - SAMPLES)} more`}
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => onTake(column)}>
          Add {formatPlural(file.rows.length, 'keyword')}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
