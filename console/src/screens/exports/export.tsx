import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteExportsByExportId,
  getExports,
  getExportsByExportId,
  getExportsByExportIdRuns,
  postExportsByExportIdRun,
  type Export,
  type PostExportsByExportIdRunResponse,
} from '#client';
import { useParameter, useProjectId } from '#app/project.ts';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatInstant } from '#data/format.ts';
import { joinSentences } from '#data/sentence.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { sayWhen } from '#screens/schedules/say-when.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { ExportForm } from './editor/export-form.tsx';
import { Runs } from './runs.tsx';
import { sayRun, sayWhere } from './say-export.ts';

/** An export: how it is set, and what became of it. */
export function View() {
  const answer = useAnswer(getExportsByExportId, { path: { export_id: useParameter('exportId') } });
  return (
    <>
      {!answer.data && <PageHeader title="Export" lead="A list as a file, by a schedule or by hand." />}
      <Answered answer={answer} height={480}>
        {({ export: one }) => (
          <>
            <PageHeader title={one.name} lead={sayExport(one)} actions={<Actions one={one} />} />
            <Runs one={one} />
            <ExportForm key={one.updated_at} one={one} />
          </>
        )}
      </Answered>
    </>
  );
}

function sayExport(one: Export): string {
  const { next_run_at: next, last_run: last } = one;
  return joinSentences([
    `${one.list}, ${sayWhen(one)}, to ${sayWhere(one.destination)}.`,
    next !== null && `The next one comes ${formatInstant(next)} UTC.`,
    next === null && one.every !== null && 'It is off: it comes no more by itself.',
    last !== null && `The last one: ${sayRun(last)}.`,
  ]);
}

function Actions({ one: { id, name } }: { readonly one: Export }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const projectId = useProjectId();
  const refresh = useRefresh(getExports, getExportsByExportId, getExportsByExportIdRuns);
  const run = useMutation<PostExportsByExportIdRunResponse, ApiError>({
    mutationFn: () => ask(postExportsByExportIdRun, { path: { export_id: id } }),
    onSuccess: refresh,
    onError: ({ message }) => say(message, true),
  });
  return (
    <Group gap="xs">
      <Button loading={run.isPending} onClick={() => run.mutate()}>
        Run now
      </Button>
      <Button variant="default" onClick={() => setAsked(true)}>
        Remove
      </Button>
      <ConfirmAction
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={`Remove ${name}`}
        verb="Remove"
        isDanger
        run={() => ask(deleteExportsByExportId, { path: { export_id: id } })}
        onDone={() => {
          refresh();
          void navigate({ to: `/p/${projectId}/exports` });
        }}
      >
        Its runs and their files go with it. What was brought into folders and buckets stays there.
      </ConfirmAction>
    </Group>
  );
}
