import { Stack } from '@mantine/core';
import { getImportsByImportId, type Import } from '#client';
import { useParameter } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { sayImport } from './data/say-import.ts';
import { FileStep } from './steps/file-step.tsx';
import { FoundStep } from './steps/found-step.tsx';
import { MappingStep } from './steps/mapping-step.tsx';
import { PreviewStep } from './steps/preview-step.tsx';
import { WriteStep } from './steps/write-step.tsx';
import { UndoImport } from './undo-import.tsx';

const BUSY_MS = 1_000;

/** A file of another tracker: sent, found out, mapped, shown as it would be, and written. */
export function View() {
  const answer = useAnswer(getImportsByImportId, { path: { import_id: useParameter('importId') } });
  return (
    <>
      {!answer.data && <PageHeader title="Import" lead="A file of another tracker on its way into this project." />}
      <Answered answer={answer} height={480}>
        {({ import: record }) => (
          <>
            <PageHeader
              title={record.name}
              lead={sayImport(record)}
              actions={record.status !== 'undone' && <UndoImport record={record} />}
            />
            {record.status === 'committing' && <Watch importId={record.id} />}
            <Steps record={record} />
          </>
        )}
      </Answered>
    </>
  );
}

function Steps({ record }: { readonly record: Import }) {
  const isOpen = record.status === 'detected' || record.status === 'mapped';
  return (
    <Stack gap={0}>
      <FileStep record={record} />
      {record.detection && <FoundStep detection={record.detection} kind={record.kind} />}
      {record.detection && isOpen && <MappingStep key={record.updated_at} record={record} detection={record.detection} />}
      {record.status === 'mapped' && <PreviewStep record={record} />}
      {record.status !== 'uploading' && record.status !== 'detected' && <WriteStep record={record} />}
    </Stack>
  );
}

/** Asks again while points are written. */
function Watch({ importId }: { readonly importId: string }) {
  useAnswer(getImportsByImportId, { path: { import_id: importId } }, { everyMs: BUSY_MS });
  return null;
}
