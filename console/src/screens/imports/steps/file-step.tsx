import { Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { postImportsByImportIdDetect, type Import } from '#client';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { Section } from '#ui/layout/section.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { takeFile } from '../data/chosen-file.ts';
import { formatBytes } from '../data/say-import.ts';
import { uploadFile } from '../data/upload.ts';
import { useRefreshImport } from '../data/use-refresh-import.ts';

/** The first step: the file is sent, from where the service has it on, and looked at. */
export function FileStep({ record }: { readonly record: Import }) {
  const { id, bytes, status } = record;
  const [sent, setSent] = useState(0);
  const refresh = useRefreshImport();
  const send = useMutation<unknown, ApiError, File>({
    mutationFn: async (file) => {
      await uploadFile(record, file, setSent);
      await ask(postImportsByImportIdDetect, { path: { import_id: id } });
    },
    onSuccess: refresh,
  });
  const begin = useEffectEvent(() => {
    const file = status === 'uploading' ? takeFile(id) : undefined;
    if (file) send.mutate(file);
  });
  useEffect(() => begin(), []);
  return (
    <Section title="1. The file">
      {status !== 'uploading' ? (
        <Text size="sm">{formatBytes(bytes)} have arrived.</Text>
      ) : send.isPending ? (
        <>
          <Text size="sm" role="status">
            {sent < bytes ? `${formatBytes(sent)} of ${formatBytes(bytes)} have arrived.` : 'The file is being looked at.'}
          </Text>
          <Progress mt="xs" value={(100 * sent) / bytes} animated aria-label="Part of the file that has arrived" />
        </>
      ) : (
        <>
          {send.error && <ErrorNote error={send.error} />}
          <Group>
            <FileButton onChange={(file) => file && send.mutate(file)}>
              {(props) => (
                <Button {...props} variant="default">
                  Choose the file
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed">
              It goes on where it was cut.
            </Text>
          </Group>
        </>
      )}
    </Section>
  );
}
