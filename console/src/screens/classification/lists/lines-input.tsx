import { Box, Button, Checkbox, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import { formatCount } from '#data/format.ts';
import { Select } from '#ui/forms/select.tsx';
import { findColumn, listColumns, readTable, toTableLines, type TableFile } from './table-file.ts';

interface LinesInputProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

interface Taken {
  readonly table: TableFile;
  readonly column: number;
  readonly hasHeader: boolean;
}

/** A list that is pasted or typed, or comes from a file, of which one column is taken. */
export function LinesInput({ text, onChange }: LinesInputProps) {
  const [taken, setTaken] = useState<Taken>();
  const [isOver, setOver] = useState(false);
  const take = (next: Taken): void => {
    setTaken(next);
    onChange(toTableLines(next.table, next.column, next.hasHeader).join('\n'));
  };
  const readFile = async (file: File | null | undefined): Promise<void> => {
    if (!file) return;
    const table = readTable(file.name, await file.text());
    take({ table, column: findColumn(table), hasHeader: table.hasHeader });
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void readFile(event.dataTransfer.files[0]);
  };
  return (
    <Stack gap="xs">
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Textarea
          label="Domains, pages and keywords"
          description="One per line, in any mix. Paste them, or drop a text or CSV file here."
          placeholder={'example.com\nhttps://example.com/pricing\nbuy running shoes'}
          autosize
          minRows={9}
          maxRows={16}
          spellCheck={false}
          value={text}
          {...(isOver && { styles: { input: { borderColor: 'var(--mantine-primary-color-filled)', borderStyle: 'dashed' } } })}
          onChange={({ currentTarget }) => {
            setTaken(undefined);
            onChange(currentTarget.value);
          }}
        />
      </Box>
      <Group gap="xs">
        <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(file) => void readFile(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              Choose a file
            </Button>
          )}
        </FileButton>
        {taken && (
          <Text size="sm" c="dimmed">
            {taken.table.name}, {formatCount(taken.table.rows.length)} lines
          </Text>
        )}
      </Group>
      {taken && taken.table.width > 1 && <Columns taken={taken} onTake={take} />}
    </Stack>
  );
}

function Columns({ taken, onTake }: { readonly taken: Taken; readonly onTake: (taken: Taken) => void }) {
  const { table, column, hasHeader } = taken;
  return (
    <Group gap="md" align="flex-end">
      <Select
        size="xs"
        w={220}
        label="Column"
        data={listColumns(table, hasHeader).map((label, at) => ({ value: String(at), label }))}
        value={String(column)}
        onChange={(chosen) => chosen !== null && onTake({ ...taken, column: Number(chosen) })}
      />
      <Checkbox
        size="xs"
        mb={7}
        label="The first line names the columns"
        checked={hasHeader}
        onChange={({ currentTarget }) => onTake({ ...taken, hasHeader: currentTarget.checked })}
      />
    </Group>
  );
}
