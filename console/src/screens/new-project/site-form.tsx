import { Button, Group, Stack, Text, TextInput, Title, Alert } from '@mantine/core';
import { useState, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formatUsd } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { SiteDetails } from './site-details.tsx';
import { useSitePreview, type Offer, type Preview } from './use-site-preview.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { postAssets, postProjects } from '#client';
import { useSession } from '#app/session.tsx';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';

/** What a person says of a new project beyond its address; what is left out is what its address suggests. */
export interface Details {
  readonly name?: string | undefined;
  readonly location?: number | undefined;
  readonly language?: string | undefined;
  readonly organization?: string | undefined;
  readonly competitors: readonly string[];
}

/** Asks for the website. All else follows from it and can be changed. */
export function SiteForm() {
  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(false);
  const [details, setDetails] = useState<Details>({ competitors: [] });
  const { preview, offer, error, problem, isCurrent } = useSitePreview(typed);
  const create = useCreateProject();
  const problemOfService = create.error ?? error;
  const isKnown = preview?.simulated?.is_known !== false;
  const priceUsd = preview?.estimate.cost_usd ?? 0;
  const canFetch = isKnown && priceUsd > 0;
  const isReady = preview !== undefined && isCurrent;
  const submit = (isFetching: boolean): void => {
    if (preview && isReady) create.mutate({ preview, details, isFetching });
  };
  return (
    <form onSubmit={onSubmit(() => submit(canFetch))}>
      <Stack>
        <Title order={2}>Which website is it for?</Title>
        {problemOfService && <ErrorNote error={problemOfService} />}
        <TextInput
          label="Website"
          placeholder="example.com"
          required
          autoFocus
          data-autofocus
          maxLength={2000}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            create.reset();
          }}
          onBlur={() => setLeft(true)}
          error={isLeft ? problem : undefined}
        />
        {offer && (
          <SimulatedWorld
            offer={offer}
            unknown={isReady && !isKnown ? preview.domain : undefined}
            isTaken={preview?.domain === offer.domain}
            onTake={() => {
              setTyped(offer.domain);
              setDetails({ ...details, competitors: offer.competitors.slice(0, 1) });
            }}
          />
        )}
        {preview && <SiteDetails preview={preview} details={details} onChange={setDetails} />}
        {isReady && canFetch && (
          <Text size="sm" c="dimmed">
            Fetching looks up the keywords that {preview.domain} ranks for and the sites that link to it, so that the next step has
            something to suggest.
          </Text>
        )}
        <Group justify="flex-end">
          {canFetch && (
            <Button variant="default" disabled={!isReady || create.isPending} onClick={() => submit(false)}>
              Continue without fetching
            </Button>
          )}
          <Button type="submit" disabled={!isReady} loading={create.isPending}>
            {canFetch ? `Fetch and continue for ${formatUsd(priceUsd)}` : 'Continue'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface SimulatedWorldProps {
  readonly offer: Offer;
  /** The typed address, when the simulated world has no such website. */
  readonly unknown: string | undefined;
  /** The offered site is the one that is typed. */
  readonly isTaken: boolean;
  readonly onTake: () => void;
}

/** A simulated world knows invented websites alone, and says so before anything is bought. */
function SimulatedWorld({ offer, unknown, isTaken, onTake }: SimulatedWorldProps) {
  const [rival] = offer.competitors;
  if (isTaken)
    return (
      <Text size="sm" c="dimmed">
        {offer.domain} is an invented site of the simulated world: {offer.about}
        {rival !== undefined && ` that competes with ${rival}`}.
      </Text>
    );
  return (
    <Alert
      variant="outline"
      color={unknown === undefined ? 'indigo' : 'yellow'}
      styles={{ label: { color: 'var(--mantine-color-text)' } }}
      icon={<Icon name={unknown === undefined ? 'sandbox' : 'alert'} />}
      title={unknown === undefined ? 'Only invented sites are known here' : `${unknown} does not exist in the simulated world`}
    >
      <Text size="sm" mb="xs">
        {unknown === undefined
          ? 'This service runs in a simulated world, where real websites do not rank.'
          : 'Only invented sites exist here. Checks of this one would find nothing.'}
      </Text>
      <Button type="button" size="xs" variant="default" onClick={onTake}>
        Use {offer.domain}
      </Button>
      <Text span size="sm" ml="xs">
        {offer.about}
        {rival !== undefined && ` that competes with ${rival}`}
      </Text>
    </Alert>
  );
}

/** Made with the first project of a service. */
const FIRST_ORGANIZATION = 'main';

interface Order {
  readonly preview: Preview;
  readonly details: Details;
  /** Facts about the site are fetched, for their price. */
  readonly isFetching: boolean;
}

/** Creates a project with its website and competitors, and goes on to its keywords. What was made before a refusal is not made twice. */
function useCreateProject() {
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
