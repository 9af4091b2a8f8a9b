import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getExportsByExportIdRuns,
  postExportsByExportIdRunsByRunIdLink,
  type Export,
  type ExportRun,
  type PostExportsByExportIdRunsByRunIdLinkResponse,
} from '#client';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatCount, formatInstant, formatPlural } from '#data/format.ts';
import { Section } from '#ui/layout/section.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { sayRun } from './say-export.ts';

const LIMIT = 12;
const OPEN_MS = 1_000;
const COLOURS: Readonly<Record<ExportRun['status'], string>> = {
  queued: 'indigo',
  running: 'indigo',
  done: 'teal',
  partial: 'yellow',
  refused: 'red',
  failed: 'red',
};

/** What became of an export each time, with its file while it is kept. */
export function Runs({ one }: { readonly one: Export }) {
  const [offset, setOffset] = useState(0);
  const options = { path: { export_id: one.id }, query: { limit: LIMIT, offset } };
  const answer = useAnswer(getExportsByExportIdRuns, options, { everyMs: OPEN_MS });
  return (
    <Section title="What was made">
      <Answered answer={answer} height={120}>
        {({ runs, pagination }) =>
          runs.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing was made yet.
            </Text>
          ) : (
            <>
              <Stack component="ul" gap="sm" p={0} aria-label="Runs" style={{ listStyle: 'none' }}>
                {runs.map((run) => (
                  <Run key={run.id} run={run} />
                ))}
              </Stack>
              <Pager pagination={pagination} onOffset={setOffset} />
            </>
          )
        }
      </Answered>
    </Section>
  );
}

function Run({ run }: { readonly run: ExportRun }) {
  const { id, export_id: exportId, status, bytes, missed, sha256 } = run;
  return (
    <li>
      <Group gap="xs">
        <Badge variant="dot" color={COLOURS[status]}>
          {sayRun({ ...run, reason: null })}
        </Badge>
        <Text size="xs" c="dimmed">
          {formatInstant(run.ended_at ?? run.created_at)} UTC{bytes !== null && `, ${formatCount(bytes)} bytes`}
        </Text>
        {run.has_file && (
          <>
            <Anchor size="sm" href={`/api/exports/${exportId}/runs/${id}/file`} download={run.file_name ?? true}>
              {run.file_name}
            </Anchor>
            <LinkButton run={run} />
          </>
        )}
      </Group>
      {run.reason !== null && <Text size="sm">{run.reason}</Text>}
      {run.delivered_to !== null && <Text size="sm">Brought to {run.delivered_to}.</Text>}
      {missed > 0 && (
        <Text size="sm" c="dimmed">
          The service was not running for {formatPlural(missed, 'time')} before it.
        </Text>
      )}
      {run.file_removed_at !== null && sha256 !== null && (
        <Text size="sm" c="dimmed">
          Its days are over and the file is gone; its SHA-256 was {sha256}.
        </Text>
      )}
    </li>
  );
}

/** Makes a link that opens the file without an account, and shows it. */
function LinkButton({ run }: { readonly run: ExportRun }) {
  const make = useMutation<PostExportsByExportIdRunsByRunIdLinkResponse, ApiError>({
    mutationFn: () => ask(postExportsByExportIdRunsByRunIdLink, { path: { export_id: run.export_id, run_id: run.id }, body: {} }),
    onError: ({ message }) => say(message, true),
  });
  return (
    <>
      <Button variant="default" size="compact-xs" loading={make.isPending} onClick={() => make.mutate()}>
        Make a link
      </Button>
      {make.data && (
        <Text size="sm">
          <Anchor href={make.data.url}>Link to {run.file_name}</Anchor>, until {formatInstant(make.data.ends_at)} UTC
        </Text>
      )}
    </>
  );
}
