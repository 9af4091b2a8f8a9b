import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  getDigests,
  getDigestsByDigestId,
  getDigestsByDigestIdPreview,
  putDigestsByDigestId,
  type Digest,
  type PutDigestsByDigestIdResponse,
} from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { readProblems, type Problems } from '#data/answers/problems.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { RHYTHMS, WhenFields } from '#screens/schedules/when-fields.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Select } from '#ui/forms/select.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { toBody, toDraft, type Draft } from './draft.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { Sections } from './sections.tsx';

const FIELDS = ['name', 'scope', 'every', 'weekday', 'day_of_month', 'at', 'time_zone', 'sections', 'recipients', 'brand'];

interface DigestFormProps {
  readonly digest: Digest;
  readonly draft: Draft;
  readonly isDirty: boolean;
  readonly onChange: (draft: Draft) => void;
}

/** A digest as it is set: what it is about, when, what is in it, and who gets it. */
export function DigestForm({ digest, draft, isDirty, onChange }: DigestFormProps) {
  const change = (values: Partial<Draft>): void => onChange({ ...draft, ...values });
  const refresh = useRefresh(getDigests, getDigestsByDigestId, getDigestsByDigestIdPreview);
  const save = useMutation<PutDigestsByDigestIdResponse, ApiError>({
    mutationFn: () => ask(putDigestsByDigestId, { path: { digest_id: digest.id }, body: toBody(draft) }),
    onSuccess: (saved) => {
      say(`${saved.digest.name} is saved`);
      onChange(toDraft(saved.digest));
      refresh();
    },
  });
  const problems = readProblems(save.error);
  const ids = draft.scope.project_ids ?? [];
  return (
    <form onSubmit={onSubmit(() => save.mutate())} noValidate>
      <Stack>
        {!digest.enabled && (
          <Alert variant="outline" color="yellow" title="Nothing is sent yet">
            Look at the mail, then switch it on below and save.
          </Alert>
        )}
        <TextInput
          label="Name"
          required
          value={draft.name}
          error={problems.of('name')}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <ScopeFields
          organizationId={digest.organization_id}
          scope={draft.scope}
          error={problems.of('scope')}
          onChange={(scope) => change({ scope })}
        />
        <WhenFields timing={draft} problems={problems} onChange={change}>
          <Select
            label="When"
            data={RHYTHMS}
            value={draft.every}
            error={problems.of('every')}
            onChange={(every) => every && change({ every })}
          />
        </WhenFields>
        <Sections
          sections={draft.sections}
          isOfOne={draft.scope.kind !== 'organization' && ids.length === 1}
          error={problems.of('sections')}
          onChange={(sections) => change({ sections })}
        />
        <RecipientFields
          digest={digest}
          recipients={draft.recipients}
          error={problems.of('recipients')}
          onChange={(recipients) => change({ recipients })}
        />
        <BrandFields draft={draft} problems={problems} onChange={change} />
        <Checkbox
          label="Leave out periods in which nothing moved"
          checked={draft.skip_quiet}
          onChange={({ currentTarget }) => change({ skip_quiet: currentTarget.checked })}
        />
        <Checkbox
          label="Send it: it is switched on"
          checked={draft.enabled}
          onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
        />
        {save.error && !problems.areAllAt(FIELDS) && <ErrorNote error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isDirty || draft.name.trim() === ''}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface BrandFieldsProps {
  readonly draft: Draft;
  readonly problems: Problems;
  readonly onChange: (values: Partial<Draft>) => void;
}

/** Whose mail it looks like. */
function BrandFields({ draft: { brandName, brandColor }, problems, onChange }: BrandFieldsProps) {
  return (
    <Group grow align="start">
      <TextInput
        label="Sender in the head"
        placeholder="Sightline"
        value={brandName}
        onChange={({ currentTarget }) => onChange({ brandName: currentTarget.value })}
      />
      <TextInput
        label="Colour of the head"
        placeholder="#1f3a5f"
        value={brandColor}
        error={problems.of('brand')}
        rightSection={/^#[\da-f]{6}$/iu.test(brandColor) && <span className="dot" style={{ background: brandColor }} />}
        onChange={({ currentTarget }) => onChange({ brandColor: currentTarget.value })}
      />
    </Group>
  );
}
