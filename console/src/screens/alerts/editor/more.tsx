import { Checkbox, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { getAssets } from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { joinWords } from '#data/sentence.ts';
import { LocationSelect } from '#ui/forms/market-select.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Fold } from '#ui/layout/fold.tsx';
import { changeWhere } from './draft.ts';
import { findEvent } from './events.ts';
import type { SentenceProps } from './sentence.tsx';
import type { RuleDraft } from '../data/types.ts';

const ASSETS_MAX = 200;
const ENGINES = [
  { value: 'engine_a', label: 'Google' },
  { value: 'engine_b', label: 'Bing' },
] as const;
const CHANNELS = [
  { value: 'seo', label: 'Results' },
  { value: 'local', label: 'Map' },
] as const;

/** Fields that "More" shows what is wrong with at their place. */
export const MORE_FIELDS = [
  'where.q',
  'where.location_code',
  'where.engine',
  'where.channel',
  'where.asset_id',
  'where.position',
  'min_volume',
  'min_keywords',
  'volatility',
  'recheck_max',
  'repeat_every_hours',
];

/** What few rules need. */
export function More(props: SentenceProps) {
  const isMovement = findEvent(props.draft.when.event)?.isMovement === true;
  return (
    <Fold label="More" summary={sayMore(props.draft)}>
      <Stack gap="md" maw={720}>
        {isMovement && <WhichKeywords {...props} />}
        {isMovement && <HowSure {...props} />}
        <Reminders {...props} />
      </Stack>
    </Fold>
  );
}

/** What is set behind "More", in a few words. */
export function sayMore(draft: RuleDraft): string {
  const { where, min_volume: volume, min_keywords: least, repeat_every_hours: hours, volatility } = draft;
  const filters = Object.keys(where).filter((name) => !['tag', 'device', 'starred', 'view_id'].includes(name)).length;
  const said = joinWords([
    filters > 0 && formatPlural(filters, 'further filter'),
    volume !== null && `${formatPlural(volume, 'search', 'searches')} a month or more`,
    least > 1 && `${formatPlural(least, 'keyword')} or more`,
    !volatility && findEvent(draft.when.event)?.isMovement === true && 'usual moves count too',
    hours !== null && `repeated every ${formatPlural(hours, 'hour')}`,
  ]);
  return said === '' ? 'which keywords, how sure, reminders' : said;
}

function WhichKeywords({ draft, onChange, problems, mayEdit }: SentenceProps) {
  const { where } = draft;
  const { data } = useAnswer(getAssets, { query: { project_id: useProjectId(), limit: ASSETS_MAX } });
  const sites = (data?.assets ?? []).filter(({ role, type }) => role !== 'competitor' && type === 'website');
  const change = (changes: object): void => onChange(changeWhere(draft, changes as never));
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <TextInput
        label="Keywords with"
        placeholder="any text"
        disabled={!mayEdit}
        error={problems.of('where.q')}
        value={where.q ?? ''}
        onChange={({ currentTarget }) => change({ q: currentTarget.value || undefined })}
      />
      <LocationSelect
        placeholder="any place"
        disabled={!mayEdit}
        value={where.location_code}
        onChange={(code) => change({ location_code: code })}
      />
      <Select
        label="Website"
        clearable
        placeholder="any of ours"
        disabled={!mayEdit}
        error={problems.of('where.asset_id')}
        data={sites.map(({ id, value }) => ({ value: id, label: value ?? id }))}
        value={where.asset_id ?? null}
        onChange={(id) => change({ asset_id: id ?? undefined })}
      />
      <Select
        label="Engine"
        clearable
        placeholder="any"
        disabled={!mayEdit}
        data={ENGINES}
        value={where.engine ?? null}
        onChange={(engine) => change({ engine: engine ?? undefined })}
      />
      <Select
        label="Part of the page"
        clearable
        placeholder="any"
        disabled={!mayEdit}
        data={CHANNELS}
        value={where.channel ?? null}
        onChange={(channel) => change({ channel: channel ?? undefined })}
      />
      <NumberInput
        label="Searches a month, at least"
        placeholder="any"
        min={0}
        allowDecimal={false}
        disabled={!mayEdit}
        error={problems.of('min_volume')}
        value={draft.min_volume ?? ''}
        onChange={(value) => onChange({ ...draft, min_volume: value === '' ? null : Number(value) })}
      />
    </SimpleGrid>
  );
}

function HowSure({ draft, onChange, problems, mayEdit }: SentenceProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NumberInput
          label="Keywords in one round, at least"
          min={1}
          allowDecimal={false}
          disabled={!mayEdit}
          error={problems.of('min_keywords')}
          value={draft.min_keywords}
          onChange={(value) => onChange({ ...draft, min_keywords: (value === '' ? null : Number(value)) as number })}
        />
        {draft.confirm === 'recheck' && (
          <NumberInput
            label="Second checks a round, at most"
            min={1}
            max={100}
            allowDecimal={false}
            disabled={!mayEdit}
            error={problems.of('recheck_max')}
            value={draft.recheck_max}
            onChange={(value) => onChange({ ...draft, recheck_max: (value === '' ? null : Number(value)) as number })}
          />
        )}
      </SimpleGrid>
      <Switch
        label="Only moves that are large for the keyword"
        description="Three times its usual move: keywords that go up and down all the time stay quiet."
        disabled={!mayEdit}
        checked={draft.volatility}
        onChange={({ currentTarget }) => onChange({ ...draft, volatility: currentTarget.checked })}
      />
    </>
  );
}

/** How often it is said again, and in which channels. */
function Reminders({ draft, onChange, problems, mayEdit, known: { channels } }: SentenceProps) {
  const ids = draft.channel_ids;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NumberInput
          label="Repeat every so many hours"
          description="Until a person acknowledges it"
          placeholder="never"
          min={1}
          allowDecimal={false}
          disabled={!mayEdit}
          error={problems.of('repeat_every_hours')}
          value={draft.repeat_every_hours ?? ''}
          onChange={(value) => onChange({ ...draft, repeat_every_hours: value === '' ? null : Number(value) })}
        />
      </SimpleGrid>
      {ids !== null && channels.length > 1 && (
        <Checkbox.Group label="Channels" value={ids} onChange={(value) => onChange({ ...draft, channel_ids: value })}>
          <Stack gap="xs" mt={4}>
            {channels.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} disabled={!mayEdit} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}
