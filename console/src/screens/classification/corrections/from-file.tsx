import { Button, Code, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { say } from '#data/answers/announce.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Empty, ErrorNote } from '#ui/states/answered.tsx';
import { useForgetCorrected } from '../use-correction.ts';
import { checkFile, recordFile, type CheckedFile, type WrongCell } from './send-file.ts';

interface ReadFile extends CheckedFile {
  readonly name: string;
}

/** Corrections from CSV: the whole file is looked at first, and recorded when nothing in it is wrong. */
export function FromFile() {
  const forget = useForgetCorrected();
  const [recorded, setRecorded] = useState(0);
  const read = useMutation<ReadFile, ApiError, File>({
    mutationFn: async (file) => ({ name: file.name, ...(await checkFile(await file.text())) }),
    onMutate: () => setRecorded(0),
  });
  const record = useMutation<number, ApiError, ReadFile>({
    mutationFn: async ({ batches }) => await recordFile(batches, setRecorded),
    onSettled: forget,
    onSuccess: (count) => {
      say(`Recorded: ${formatPlural(count, 'correction')}`);
      read.reset();
    },
  });
  return (
    <Stack>
      <Text size="sm">
        The first line names the columns: <Code>domain</Code>, <Code>url</Code> or <Code>keyword</Code> for what is corrected, then the
        dimensions, for example <Code>domain_type</Code>, <Code>page_type</Code> or <Code>intent_type</Code>, and <Code>notes</Code>. Each
        line below is one correction; a cell without text says nothing.
      </Text>
      <Group gap="xs">
        <FileButton
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(file) => {
            record.reset();
            if (file) read.mutate(file);
          }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={read.isPending}>
              Choose a CSV file
            </Button>
          )}
        </FileButton>
      </Group>
      {read.error && <ErrorNote error={read.error} />}
      {read.data && <Checked file={read.data} isPending={record.isPending} recorded={recorded} onRecord={() => record.mutate(read.data)} />}
      {record.error && (
        <>
          <Text size="sm">
            {formatPlural(recorded, 'correction was', 'corrections were')} recorded before this happened. Sending the file again records
            nothing twice.
          </Text>
          <ErrorNote error={record.error} />
        </>
      )}
      {record.data !== undefined && <Text role="status">{formatPlural(record.data, 'correction')} recorded.</Text>}
    </Stack>
  );
}

interface CheckedProps {
  readonly file: ReadFile;
  readonly isPending: boolean;
  readonly recorded: number;
  readonly onRecord: () => void;
}

function Checked({ file: { name, corrections, wrong }, isPending, recorded, onRecord }: CheckedProps) {
  if (wrong.length > 0) return <Wrong name={name} wrong={wrong} />;
  if (corrections === 0) return <Empty title={`${name} has no corrections`}>Below the names of the columns there is no line.</Empty>;
  return (
    <Group gap="xs">
      <Button loading={isPending} onClick={onRecord}>
        Record {formatPlural(corrections, 'correction')}
      </Button>
      <Text size="sm" role="status">
        {isPending ? `${formatCount(recorded)} of ${formatCount(corrections)} recorded` : `Every line of ${name} can be recorded.`}
      </Text>
    </Group>
  );
}

function Wrong({ name, wrong }: { readonly name: string; readonly wrong: readonly WrongCell[] }) {
  const place = useLocalPlace();
  return (
    <Section title={`${formatPlural(wrong.length, 'cell')} of ${name} ${wrong.length === 1 ? 'is' : 'are'} wrong`}>
      <Text size="sm" mb="xs">
        Nothing was recorded. Put the lines right and choose the file again.
      </Text>
      <RowsGrid
        label="Wrong cells"
        rows={wrong}
        columns={COLUMNS}
        rowKey={({ line, column: cell, message }) => `${line} ${cell} ${message}`}
        place={place}
        fileName="wrong cells"
        empty={<Empty title="Nothing is wrong" />}
      />
    </Section>
  );
}

const COLUMNS: readonly RowColumn<WrongCell>[] = [
  column.rank('line', 'Line', 80, { isOnPhone: true }),
  column.text('column', 'Column', 180, { isOnPhone: true }),
  column.text('message', 'What is wrong', 420, { isOnPhone: true }),
];
