import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getAdminConfig,
  getAdminDoctor,
  getAdminProcesses,
  getAdminQueueDeadLetter,
  getAdminQueueMetrics,
  getAdminWorkflowsFailures,
  getDebugSchema,
  getHealth,
  getTestClickhouse,
} from '#client';
import { ask } from '#data/answers/answers.ts';
import { ApiError } from '#data/answers/api-error.ts';
import { Answered } from '#ui/states/answered.tsx';

import { JsonBlock } from '#ui/json-block.tsx';
import { saveBlob } from '#ui/actions/save-file.ts';
import { redact } from './redact.ts';
import { Modal } from '#ui/overlay/overlay.tsx';

const LAST = 20;

/** What those who help ask for first. A part that cannot be read says why. */
const PARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  health: () => ask(getHealth, {}),
  processes: () => ask(getAdminProcesses, {}),
  config: () => ask(getAdminConfig, {}),
  queues: () => ask(getAdminQueueMetrics, {}),
  failures: async () => {
    const { workflows } = await ask(getAdminWorkflowsFailures, { query: { limit: LAST } });
    return workflows.map(({ type, error, created_at: at, duration_ms: ms }) => ({ type, error, at, ms }));
  },
  dead_letters: async () => {
    const { dead_letters: letters, pagination } = await ask(getAdminQueueDeadLetter, { query: { limit: LAST } });
    return {
      total: pagination.total,
      last: letters.map(({ workflow, error, attempts, failed_at: at }) => ({ workflow, error, attempts, at })),
    };
  },
  doctor: () => ask(getAdminDoctor, {}),
  analytics: () => ask(getTestClickhouse, {}),
  schema: () => ask(getDebugSchema, {}),
};

async function collect(): Promise<unknown> {
  const parts = await Promise.all(
    Object.entries(PARTS).map(
      async ([name, read]) =>
        [name, await read().catch((error: unknown) => ({ error: error instanceof ApiError ? error.message : String(error) }))] as const,
    ),
  );
  return redact({ at: new Date(Date.now()).toISOString(), browser: navigator.userAgent, ...Object.fromEntries(parts) });
}

/** The state of the service as one text to hand to those who help, without secrets. */
export function SupportBundle() {
  const [isOpen, setOpen] = useState(false);
  const bundle = useQuery<unknown, ApiError>({ queryKey: ['support bundle'], queryFn: collect, enabled: isOpen, gcTime: 0, staleTime: 0 });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Support bundle
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Support bundle" size="xl">
        <Stack>
          <Text size="sm">Keys, passwords, e-mail addresses, and machine addresses are removed. Review it before you share it.</Text>
          <Answered answer={bundle} height={320}>
            {(data) => (
              <>
                <JsonBlock label="Support bundle" value={data} maxHeight={420} />
                <Group justify="flex-end">
                  <Button
                    onClick={() =>
                      saveBlob('sightline-support.json', new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' }))
                    }
                  >
                    Save as a file
                  </Button>
                </Group>
              </>
            )}
          </Answered>
        </Stack>
      </Modal>
    </>
  );
}
