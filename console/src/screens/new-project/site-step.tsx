import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { getAssets, postProjects, type PostProjectsResponse } from '../../../../clients/typescript/src/index.ts';
import { useSession } from '../../app/session.tsx';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import { answerKey, ask, useAnswer } from '../../data/answers.ts';
import type { ApiError } from '../../data/api-error.ts';
import { Answered, ErrorNote } from '../../ui/answered.tsx';
import { AddWebsite } from './add-website.tsx';
import { newProjectSearch } from './index.ts';
import { StepFoot, useGoOn } from './step-foot.tsx';
import { Select } from '../../ui/select.tsx';

/** Made with the first project of a service. */
const FIRST_ORGANIZATION = 'main';

interface SiteStepProps {
  readonly project?: { readonly id: string; readonly name: string };
}

/** Names the project and its website. */
export function SiteStep({ project }: SiteStepProps) {
  return project ? <Website project={project} /> : <NameForm />;
}

function NameForm() {
  const { me } = useSession();
  const { setSearch } = useScreenSearch(newProjectSearch);
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [organization, setOrganization] = useState(me.organization_id ?? me.organizations[0]?.id ?? FIRST_ORGANIZATION);
  const make = useMutation<PostProjectsResponse, ApiError>({
    mutationFn: () => ask(postProjects, { body: { name: name.trim(), organization_id: organization } }),
    onSuccess: ({ project_id: project }) => {
      void queries.invalidateQueries();
      setSearch({ project });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={460}>
        <Title order={2}>What is the project called?</Title>
        {make.error && <ErrorNote error={make.error} />}
        <TextInput
          label="Name"
          description="Usually the name of the site or the client"
          required
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {me.organizations.length > 1 && (
          <Select
            label="Organization"
            data={me.organizations.map(({ id, name: label }) => ({ value: id, label }))}
            value={organization}
            onChange={(next) => next && setOrganization(next)}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={make.isPending} disabled={name.trim() === ''}>
            Create the project
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Website({ project: { id, name } }: { readonly project: NonNullable<SiteStepProps['project']> }) {
  const assets = useAnswer(getAssets, { query: { project_id: id } });
  const queries = useQueryClient();
  const goOn = useGoOn('site');
  return (
    <Stack>
      <Title order={2}>Which website is {name} about?</Title>
      <Answered answer={assets} height={120}>
        {({ assets: rows }) => {
          const own = rows.find(({ role, type }) => role === 'primary' && type === 'website');
          if (!own) {
            return (
              <AddWebsite
                projectId={id}
                onDone={() => {
                  void queries.invalidateQueries({ queryKey: answerKey(getAssets) });
                  goOn();
                }}
              />
            );
          }
          return (
            <Text>
              <strong>{own.value}</strong> is the project's website. Checks look for it in the results.
            </Text>
          );
        }}
      </Answered>
      <StepFoot step="site">
        <Button onClick={goOn} variant="default">
          Continue
        </Button>
      </StepFoot>
    </Stack>
  );
}
