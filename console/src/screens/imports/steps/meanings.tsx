import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { putImportsByImportIdMapping, type Import, type ImportPreview } from '#client';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatCount } from '#data/format.ts';
import { Select } from '#ui/forms/select.tsx';
import { Table } from '#ui/layout/table.tsx';
import { WideTable } from '#ui/layout/wide-table.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { useRefreshImport } from '../data/use-refresh-import.ts';

type Said = NonNullable<Import['mapping']['meanings']>;
type Meaning = Said[string];

const MEANINGS = [
  { value: 'unknown', label: 'Not measured' },
  { value: 'not_found', label: 'Not found, depth unknown' },
  { value: 'not_found_to', label: 'Not found to a depth' },
  { value: 'ranked', label: 'A position' },
] as const;
type Choice = (typeof MEANINGS)[number]['value'];
const PLACES_MAX = 1_000;
const DEPTH = 100;

interface MeaningsProps {
  readonly record: Import;
  readonly tokens: ImportPreview['tokens'];
}

/** Every text that is no plain position: only the reader knows what it means. */
export function Meanings({ record: { id, mapping }, tokens }: MeaningsProps) {
  const [said, setSaid] = useState<Said>(mapping.meanings ?? {});
  const refresh = useRefreshImport();
  const save = useMutation<unknown, ApiError>({
    mutationFn: () => ask(putImportsByImportIdMapping, { path: { import_id: id }, body: { ...mapping, meanings: said } }),
    onSuccess: refresh,
  });
  const isOpen = tokens.some(({ token }) => !Object.hasOwn(said, token));
  return (
    <>
      <Text size="sm" mb="xs">
        These stand where a position is expected. Say what each means.
      </Text>
      <WideTable minWidth={520}>
        <Table aria-label="Texts that are no plain position">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Text</Table.Th>
              <Table.Th scope="col">Count</Table.Th>
              <Table.Th scope="col">Rows</Table.Th>
              <Table.Th scope="col">Meaning</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tokens.map(({ token, count, rows }) => (
              <Table.Tr key={token}>
                <Table.Td>{token}</Table.Td>
                <Table.Td>{formatCount(count)}</Table.Td>
                <Table.Td>{rows.join(', ')}</Table.Td>
                <Table.Td>
                  <MeaningField
                    token={token}
                    meaning={Object.hasOwn(said, token) ? said[token] : undefined}
                    onChange={(meaning) => setSaid({ ...said, [token]: meaning })}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
      {save.error && <ErrorNote error={save.error} />}
      <Button mt="sm" disabled={isOpen} loading={save.isPending} onClick={() => save.mutate()}>
        Use these meanings
      </Button>
    </>
  );
}

interface MeaningFieldProps {
  readonly token: string;
  readonly meaning: Meaning | undefined;
  readonly onChange: (meaning: Meaning) => void;
}

function MeaningField({ token, meaning, onChange }: MeaningFieldProps) {
  const choice = meaning && toChoice(meaning);
  const place = meaning?.outcome === 'ranked' ? meaning.position : meaning?.outcome === 'not_found' ? meaning.depth : null;
  return (
    <Group gap="xs" wrap="nowrap">
      <Select
        aria-label={`Meaning of ${token}`}
        size="xs"
        data={MEANINGS}
        value={choice ?? null}
        onChange={(next) => next && onChange(toMeaning(next, Number(token)))}
      />
      {place !== null && choice !== undefined && (
        <NumberInput
          aria-label={choice === 'ranked' ? `Position of ${token}` : `Depth of ${token}`}
          size="xs"
          w={90}
          min={1}
          max={PLACES_MAX}
          value={place}
          onChange={(value) => typeof value === 'number' && onChange(toMeaning(choice, value))}
        />
      )}
    </Group>
  );
}

function toChoice(meaning: Meaning): Choice {
  return meaning.outcome === 'not_found' && meaning.depth !== null ? 'not_found_to' : meaning.outcome;
}

function toMeaning(choice: Choice, number: number): Meaning {
  const place = Number.isInteger(number) && number >= 1 && number <= PLACES_MAX ? number : DEPTH;
  if (choice === 'ranked') return { outcome: 'ranked', position: place };
  if (choice === 'unknown') return { outcome: 'unknown' };
  return { outcome: 'not_found', depth: choice === 'not_found_to' ? place : null };
}
