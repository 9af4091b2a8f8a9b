import { TRACKED_STATUSES } from '../../keyword.ts';
import type { TrackedSelection } from '../selection.ts';

/**
 * The tracked keywords `t` of a selection, with their words `k`, figures `f` and notes `n`; its values are
 * `toSelectionValues`, and `$17` is the first that a statement may use. What is not asked for costs nothing: the server
 * leaves out a join that nothing refers to.
 */
export const SELECTED = `
  from tracked_keywords t
    left join keywords k on k.id = t.keyword_id
    left join keyword_figures f on f.id = k.figures_id
    left join keyword_notes n on n.project_id = t.project_id and n.keyword_id = t.keyword_id
  where t.project_id = $1 and t.status = any ($2)
    and ($3::text[] is null or t.channel = any ($3))
    and ($4::text[] is null or t.keyword_id = any ($4))
    and ($5::text is null or position($5 in t.normalized_text) > 0)
    and ($6::text is null or t.engine = $6)
    and ($7::text is null or t.check_interval = $7)
    and ($8::text[] is null or exists (
      select from keyword_tags tagged
      where tagged.project_id = t.project_id and tagged.keyword_id = t.keyword_id and tagged.tag_id = any ($8)))
    and ($9::boolean is null or $9 <> exists (
      select from keyword_tags tagged where tagged.project_id = t.project_id and tagged.keyword_id = t.keyword_id))
    and ($10::boolean is null or $10 = coalesce(n.is_starred, false))
    and ($11::text is null or k.device = $11)
    and ($12::integer is null or k.location_code = $12)
    and ($13::text is null or k.language_code = $13)
    and ($14::text is null or t.journey = $14)
    and ($15::boolean is null or t.is_branded = $15)
    and ($16::text[] is null or t.modifiers && $16)`;

export function toSelectionValues(selection: TrackedSelection): unknown[] {
  return [
    selection.projectId,
    selection.statuses ?? TRACKED_STATUSES,
    selection.channels ?? null,
    selection.keywordIds ?? null,
    selection.search ?? null,
    selection.engine ?? null,
    selection.checkInterval ?? null,
    selection.tagIds ?? null,
    selection.isUntagged ?? null,
    selection.isStarred ?? null,
    selection.device ?? null,
    selection.locationCode ?? null,
    selection.languageCode ?? null,
    selection.journey ?? null,
    selection.isBranded ?? null,
    selection.modifiers ?? null,
  ];
}
