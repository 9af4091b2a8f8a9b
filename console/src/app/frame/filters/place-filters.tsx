import { getAssets, getTags } from '#client';
import { useHasPart } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { FieldButton } from '#ui/forms/field-button.tsx';
import { FirstClick } from '#ui/actions/first-click.tsx';
import { later } from '#ui/states/later.tsx';
import { LanguageSelect, LocationSelect } from '#ui/forms/market-select.tsx';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { Select } from '#ui/forms/select.tsx';

const TagChoice = later(async () => (await import('./tag-choice.tsx')).TagChoice);

/** Where keywords are asked. */
export function LocationFilter() {
  const { values, setFilters } = useFilters();
  return (
    <LocationSelect isBare size="xs" placeholder="All places" value={values.location} onChange={(location) => setFilters({ location })} />
  );
}

export function LanguageFilter() {
  const { values, setFilters } = useFilters();
  return (
    <LanguageSelect
      isBare
      size="xs"
      placeholder="All languages"
      value={values.language}
      onChange={(language) => setFilters({ language })}
    />
  );
}

const ALL_TAGS = 'All tags';

/** Keywords with any of the chosen tags. A project without tags has no such filter. */
export function TagFilter() {
  const { values, setFilters } = useFilters();
  const tags = useAnswer(getTags, { query: { project_id: useProjectId() } }, { isWanted: useHasPart('rankings') }).data?.tags ?? [];
  if (tags.length === 0) return null;
  const chosen = values.tag ?? [];
  const names = tags.flatMap(({ id, name }) => (chosen.includes(id) ? [name] : [])).join(', ');
  const button = <FieldButton size="xs" aria-label={`Tags: ${names || ALL_TAGS}`} text={names || undefined} placeholder={ALL_TAGS} />;
  return (
    <FirstClick opens="listbox" button={button}>
      {() => <TagChoice tags={tags} value={chosen} onChange={(tag) => setFilters({ tag: tag.length === 0 ? undefined : tag })} />}
    </FirstClick>
  );
}

/** One of the own sites. A project with one has no such filter. */
export function AssetFilter() {
  const { values, setFilters } = useFilters();
  const assets = useAnswer(getAssets, { query: { project_id: useProjectId() } }, { isWanted: useHasPart('sites') }).data?.assets ?? [];
  const own = assets.filter(({ role, type }) => role === 'primary' && type === 'website');
  if (own.length < 2 && values.asset === undefined) return null;
  return (
    <Select
      size="xs"
      aria-label="Own site"
      placeholder="All own sites"
      data={own.map(({ id, name }) => ({ value: id, label: name }))}
      value={values.asset ?? null}
      onChange={(asset) => setFilters({ asset: asset ?? undefined })}
      clearable
    />
  );
}
