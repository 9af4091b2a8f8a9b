import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { putImportsByImportIdMapping, type Import } from '#client';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { readProblems } from '#data/answers/problems.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Section } from '#ui/layout/section.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { useRefreshImport } from '../data/use-refresh-import.ts';
import { ColumnFields } from './column-fields.tsx';
import { SaidFields } from './said-fields.tsx';
import { Templates } from './templates.tsx';

export type ImportMapping = Import['mapping'];
/** Undefined takes a value away. */
export type MappingChanges = { readonly [Name in keyof ImportMapping]?: ImportMapping[Name] | undefined };

interface MappingStepProps {
  readonly record: Import;
  readonly detection: NonNullable<Import['detection']>;
}

/** The third step: what the file does not say itself. */
export function MappingStep({ record, detection: { questions, columns } }: MappingStepProps) {
  const [mapping, setMapping] = useState(record.mapping);
  const change = (changes: MappingChanges): void => setMapping(dropUnset({ ...mapping, ...changes }));
  const refresh = useRefreshImport();
  const save = useMutation<unknown, ApiError>({
    mutationFn: () => ask(putImportsByImportIdMapping, { path: { import_id: record.id }, body: mapping }),
    onSuccess: refresh,
  });
  const problems = readProblems(save.error);
  return (
    <Section title="3. How it is read">
      <Templates record={record} mapping={mapping} onChoose={(kept) => change(forFile(kept, columns))} />
      <form onSubmit={onSubmit(() => save.mutate())} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            What the file itself says of a point comes first.
          </Text>
          {columns && <ColumnFields columns={columns} mapping={mapping} onChange={change} />}
          <SaidFields projectId={record.project_id} questions={questions} mapping={mapping} problems={problems} onChange={change} />
          {save.error && <ErrorNote error={save.error} />}
          <Group>
            <Button type="submit" loading={save.isPending}>
              {record.status === 'detected' ? 'Show what would become of it' : 'Show it again'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

/** Columns that this file lacks are left out, so that they are asked. */
function forFile({ columns: chosen, ...mapping }: ImportMapping, there: readonly string[] | null): ImportMapping {
  if (chosen === undefined) return mapping;
  const columns = Object.fromEntries(Object.entries(chosen).filter(([, name]) => there?.includes(name) ?? true));
  return { ...mapping, columns };
}

function dropUnset(mapping: MappingChanges): ImportMapping {
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined)) as ImportMapping;
}
