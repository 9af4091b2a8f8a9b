import { Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getImports, postImports, type PostImportsResponse } from '#client';
import { useProjectId } from '#app/project.ts';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { keepFile } from './data/chosen-file.ts';

/** Begins an import with a file, and opens it. */
export function BringFile() {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const refresh = useRefresh(getImports);
  const begin = useMutation<PostImportsResponse, ApiError, File>({
    mutationFn: ({ name, size }) => ask(postImports, { body: { project_id: projectId, name, bytes: size } }),
    onSuccess: ({ import: { id: importId } }, file) => {
      keepFile(importId, file);
      refresh();
      void navigate({ to: '/p/$projectId/imports/$importId', params: { projectId, importId } } as never);
    },
    onError: ({ message }) => say(message, true),
  });
  return (
    <FileButton onChange={(file) => file && begin.mutate(file)}>
      {(props) => (
        <Button {...props} leftSection={<Icon name="plus" size={15} />} loading={begin.isPending}>
          Bring a file
        </Button>
      )}
    </FileButton>
  );
}
