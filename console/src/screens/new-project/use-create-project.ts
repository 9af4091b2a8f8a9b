import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { postAssets, postProjects } from '#client';
import { useSession } from '#app/session.tsx';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import type { Details } from './site-form.tsx';
import type { Preview } from './use-site-preview.ts';

/** Made with the first project of a service. */
const FIRST_ORGANIZATION = 'main';

interface Order {
  readonly preview: Preview;
  readonly details: Details;
  /** What is known of the site is fetched, for its price. */
  readonly isFetching: boolean;
}

/** Creates a project with its website and competitors, and goes on to its keywords. What was made before a refusal is not made twice. */
export function useCreateProject() {
  const { me } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const made = useRef<string>(undefined);
  return useMutation<string, ApiError, Order>({
    mutationFn: async ({ preview, details, isFetching }) => {
      const organization = details.organization ?? me.organization_id ?? me.organizations[0]?.id ?? FIRST_ORGANIZATION;
      const settings = {
        default_location_code: details.location ?? preview.location_code,
        default_language_code: details.language ?? preview.language_code,
      };
      const name = details.name?.trim() || preview.name;
      made.current ??= (await ask(postProjects, { body: { name, organization_id: organization, settings } })).project_id;
      const site = { project_id: made.current, type: 'website' as const };
      await ask(postAssets, { body: { ...site, role: 'primary' as const, value: preview.domain, skip_onboarding: !isFetching } });
      for (const value of details.competitors)
        await ask(postAssets, { body: { ...site, role: 'competitor' as const, value, skip_onboarding: true } });
      return made.current;
    },
    onSuccess: async (projectId) => {
      // The frame names the project as soon as it is shown.
      await queries.invalidateQueries();
      await navigate({ to: '/p/$projectId/add', params: { projectId } });
    },
  });
}
