import '@mantine/core/styles/Fieldset.css';
import { Checkbox, Fieldset, NumberInput, ScrollArea, Stack } from '@mantine/core';
import { useSession } from '#app/session.tsx';
import type { Problems } from '#data/answers/problems.ts';
import { Select } from '#ui/forms/select.tsx';
import { PARTS, withRole, type Granted } from './grant.ts';
import { ROLES, managesOthers, canSpend, canHideCosts, needsLeaveToWrite, listGivable } from './member-roles.ts';

interface GrantFieldsProps {
  readonly organizationId: string;
  readonly granted: Granted;
  readonly problems: Problems;
  readonly onChange: (granted: Granted) => void;
}

/** A role, and what narrows it. Only what means something for the role is asked. */
export function GrantFields({ organizationId, granted, problems, onChange }: GrantFieldsProps) {
  const { me } = useSession();
  const { role } = granted;
  const change = (values: Partial<Granted>): void => onChange({ ...granted, ...values });
  const givable = listGivable(me.role);
  const projects = me.projects.filter((project) => project.organization_id === organizationId);
  return (
    <>
      <Select
        label="Role"
        description={ROLES.find(({ value }) => value === role)?.says}
        data={givable}
        value={role}
        error={problems.of('role')}
        onChange={(value) => value !== null && onChange(withRole(granted, value))}
      />
      <Choice
        label="Projects"
        all="All projects, later ones too"
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={granted.project_ids}
        error={problems.of('project_ids')}
        onChange={(ids) => change({ project_ids: ids })}
      />
      <Choice
        label="Screens"
        all={role === 'client' ? 'Overview and Keywords, as for all clients' : 'All screens'}
        options={PARTS}
        chosen={granted.screens}
        error={problems.of('screens')}
        onChange={(screens) => change({ screens: screens as Granted['screens'] })}
      />
      <Stack gap={6}>
        {canHideCosts(role) && (
          <Checkbox
            label="Sees prices, budgets and spending"
            checked={!granted.hide_costs}
            onChange={({ currentTarget }) => change({ hide_costs: !currentTarget.checked })}
          />
        )}
        <Checkbox
          label="Sees search volumes and traffic"
          checked={!granted.hide_volume}
          onChange={({ currentTarget }) => change({ hide_volume: !currentTarget.checked })}
        />
        {!managesOthers(role) && (
          <Checkbox
            label="Saves lists as CSV"
            checked={granted.csv}
            onChange={({ currentTarget }) => change({ csv: currentTarget.checked })}
          />
        )}
        {needsLeaveToWrite(role) && (
          <Checkbox
            label="Writes notes on charts"
            checked={granted.comment}
            onChange={({ currentTarget }) => change({ comment: currentTarget.checked })}
          />
        )}
      </Stack>
      {canSpend(role) && (
        <NumberInput
          label="Monthly limit in US dollars"
          description="What the person can spend in a month (UTC). Leave empty for no limit besides the budgets"
          value={granted.monthly_usd ?? ''}
          error={problems.of('monthly_usd')}
          min={0}
          onChange={(value) => change({ monthly_usd: value === '' ? null : Number(value) })}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** What is chosen without a choice. */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[] | null;
  readonly error: string | undefined;
  readonly onChange: (chosen: string[] | null) => void;
}

/** All, or some by name. */
function Choice({ label, all, options, chosen, error, onChange }: ChoiceProps) {
  return (
    <Fieldset legend={label}>
      <Checkbox
        label={all}
        checked={chosen === null}
        error={chosen === null ? error : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {chosen !== null && (
        <ScrollArea.Autosize mah={180} mt={8} type="auto">
          <Checkbox.Group aria-label={label} value={[...chosen]} onChange={onChange} error={error}>
            <Stack gap={6}>
              {options.map(({ value, label: name }) => (
                <Checkbox key={value} value={value} label={name} />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
      )}
    </Fieldset>
  );
}
