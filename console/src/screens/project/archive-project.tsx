import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteProjectsByProjectId } from '#client';
import { forgetProject } from '#app/project.ts';
import { say } from '#data/announce.ts';
import { ask } from '#data/answers.ts';
import type { ApiError } from '#data/api-error.ts';
import { TypeToConfirm } from '#ui/type-to-confirm.tsx';
import type { ShownProject } from './project-form.tsx';

/** Ends the checks of a project and takes it out of the lists. */
export function ArchiveProject({ project: { id, name } }: { readonly project: ShownProject }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const archive = useMutation<unknown, ApiError>({
    mutationFn: () => ask(deleteProjectsByProjectId, { path: { project_id: id } }),
    onSuccess: async () => {
      say(`${name} is archived`);
      forgetProject();
      await navigate({ to: '/' });
      void queries.invalidateQueries();
    },
  });
  return (
    <TypeToConfirm
      label="Archive this project"
      explanation="Its keywords are no longer checked, and it disappears from lists. Its data is kept, and you can reactivate it."
      word={name}
      verb="Archive"
      isPending={archive.isPending}
      error={archive.error}
      onConfirm={() => archive.mutate()}
    />
  );
}
