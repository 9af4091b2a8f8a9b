import { Checkbox, ScrollArea, Stack } from '@mantine/core';
import type { Digest } from '#client';
import { useMay, useSession } from '#app/session.tsx';
import { Select } from '#ui/forms/select.tsx';

type Scope = Digest['scope'];

const KINDS = [
  { value: 'project', label: 'One project' },
  { value: 'projects', label: 'Several projects, a row each, the worst first' },
  { value: 'organization', label: 'All projects of the organization, later ones too' },
  { value: 'client', label: 'For clients: without costs, for all readers' },
] as const;

interface ScopeFieldsProps {
  readonly organizationId: string | undefined;
  readonly scope: Scope;
  readonly error: string | undefined;
  readonly onChange: (scope: Scope) => void;
}

/** What a digest is about. */
export function ScopeFields({ organizationId, scope, error, onChange }: ScopeFieldsProps) {
  const { me } = useSession();
  const mayManage = useMay('manage');
  const projects = me.projects.filter(({ organization_id: of }) => organizationId === undefined || of === organizationId);
  const options = projects.map(({ id, name }) => ({ value: id, label: name }));
  const ids = scope.project_ids ?? [];
  const chooseKind = (kind: Scope['kind']): void =>
    onChange(kind === 'organization' ? { kind } : { kind, project_ids: kind === 'project' ? ids.slice(0, 1) : ids });
  return (
    <>
      <Select
        label="About"
        data={KINDS.filter(({ value }) => value !== 'organization' || mayManage || scope.kind === value)}
        value={scope.kind}
        error={scope.kind === 'organization' ? error : undefined}
        onChange={(kind) => kind && chooseKind(kind)}
      />
      {scope.kind === 'project' && (
        <Select
          label="Project"
          data={options}
          value={ids[0] ?? null}
          error={error}
          onChange={(id) => onChange({ kind: 'project', project_ids: id === null ? [] : [id] })}
        />
      )}
      {(scope.kind === 'projects' || scope.kind === 'client') && (
        <Checkbox.Group
          label="Projects"
          value={[...ids]}
          error={error}
          onChange={(chosen) => onChange({ kind: scope.kind, project_ids: chosen })}
        >
          <ScrollArea.Autosize mah={180} mt={6} type="auto">
            <Stack gap={6}>
              {options.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Checkbox.Group>
      )}
    </>
  );
}
