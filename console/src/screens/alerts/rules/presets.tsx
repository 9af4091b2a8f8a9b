import { Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AlertRule, type AlertRulePreset, postAlertRules, postAlertRulesPreview } from '#client';
import { useProjectId } from '#app/project.ts';
import { useMay } from '#app/session.tsx';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { isSameEvent } from '../editor/draft.ts';
import { findEvent } from '../editor/events.ts';
import { sayPreview } from '../editor/preview.tsx';
import { NEW_RULE_ID } from '../search.ts';
import { usePresets } from '../data/use-alerts.ts';
import type { RuleDraft } from '../data/types.ts';

/** Rules that most projects want and this one does not have, each with what it would have said. */
export function Presets({ rules }: { readonly rules: readonly AlertRule[] }) {
  const mayEdit = useMay('edit');
  const offered = (usePresets().data?.presets ?? []).filter((preset) => !rules.some((rule) => isSameEvent(rule, preset.rule)));
  if (offered.length === 0 || !mayEdit) return null;
  return (
    <section aria-label="Rules to begin with">
      <Title order={2} mt="xl" mb="xs">
        {rules.length === 0 ? 'Begin with' : 'Also useful'}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {offered.map((preset) => (
          <Offer key={preset.preset} preset={preset} />
        ))}
      </SimpleGrid>
    </section>
  );
}

function Offer({ preset: { preset, why, rule } }: { readonly preset: AlertRulePreset }) {
  const projectId = useProjectId();
  const queries = useQueryClient();
  const add = useMutation<unknown, ApiError>({
    mutationFn: () => ask(postAlertRules, { body: { ...rule, project_id: projectId } }),
    onSuccess: () => {
      say(`"${rule.name}" holds from the next round of checks`);
      void queries.invalidateQueries();
    },
  });
  return (
    <Paper withBorder p="md" style={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
      <Title order={3}>{rule.name}</Title>
      <Text size="sm" c="dimmed">
        {why}
      </Text>
      {findEvent(rule.when.event)?.isMovement === true && <WouldHave draft={rule} />}
      {add.error && <ErrorNote error={add.error} />}
      <Group gap="xs" mt="auto" pt={6}>
        <Button size="compact-sm" loading={add.isPending} aria-label={`Add ${rule.name}`} onClick={() => add.mutate()}>
          Add
        </Button>
        <ButtonLink
          size="compact-sm"
          variant="default"
          to="/p/$projectId/alerts/rules/$ruleId"
          params={{ projectId, ruleId: NEW_RULE_ID }}
          search={{ preset }}
          aria-label={`Change first: ${rule.name}`}
        >
          Change first
        </ButtonLink>
      </Group>
    </Paper>
  );
}

const HEIGHT = '4.2em';

function WouldHave({
  draft: { name: _name, channel_ids: _channels, enabled: _on, repeat_every_hours: _hours, ...rule },
}: {
  readonly draft: RuleDraft;
}) {
  const { data, error } = useAnswer(postAlertRulesPreview, { body: { project_id: useProjectId(), rule } });
  return (
    <Text size="sm" mih={HEIGHT} role="status">
      {data === undefined ? (error === null ? '' : `Not previewed: ${error.message}`) : sayPreview(data, rule.when.event)}
    </Text>
  );
}
