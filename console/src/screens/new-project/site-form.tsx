import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { formatUsd } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { SimulatedWorld } from './simulated-world.tsx';
import { SiteDetails } from './site-details.tsx';
import { useCreateProject } from './use-create-project.ts';
import { useSitePreview } from './use-site-preview.ts';

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
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit(canFetch);
      }}
    >
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
