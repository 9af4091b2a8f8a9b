import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Select } from '#ui/forms/select.tsx';
import { ROLES, type Rule } from './values.ts';

interface RulesProps {
  readonly rules: readonly Rule[];
  readonly onChange: (rules: readonly Rule[]) => void;
}

const NEW_RULE: Rule = { claim: 'groups', value: '', role: 'viewer', project_ids: null, organization_id: null };

/** Which role a claim gives; the first rule that fits counts. */
export function Rules({ rules, onChange }: RulesProps) {
  const change = (index: number, values: Partial<Rule>): void =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...values } : rule)));
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Roles by claims
      </Text>
      {rules.map((rule, at) => (
        // A rule has no id: its place is what it is known by.
        <Group key={at} align="flex-end">
          <TextInput
            label="Claim"
            required
            value={rule.claim}
            onChange={({ currentTarget }) => change(at, { claim: currentTarget.value })}
          />
          <TextInput
            label="Is or lists"
            required
            value={rule.value}
            onChange={({ currentTarget }) => change(at, { value: currentTarget.value })}
          />
          <Select label="Role" data={[...ROLES]} value={rule.role} onChange={(role) => role !== null && change(at, { role })} />
          <Button variant="default" onClick={() => onChange(rules.filter((_rule, index) => index !== at))}>
            Remove
          </Button>
        </Group>
      ))}
      <Group>
        <Button size="compact-sm" variant="default" onClick={() => onChange([...rules, NEW_RULE])}>
          Add a rule
        </Button>
      </Group>
    </Stack>
  );
}
