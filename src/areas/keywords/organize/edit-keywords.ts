import { getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { raiseEdits } from '../tracking/store/edits.ts';
import { concernsChecks, isChanged, toChanged, type KeywordChanges, type Tracking } from './changes.ts';
import type { TrackedSelection } from '../tracking/selection.ts';
import { countKeywordsWithTags, deleteKeywordTags, insertKeywordTags } from './store/keyword-tags.ts';
import { upsertNotes } from './store/notes.ts';
import { listTagIds } from './store/tags.ts';
import { listTracking, lockTracking, untrackRows, updateTracking } from './store/tracking.ts';
import { TAGS_OF_KEYWORD_MAX } from './tag.ts';

/** Keywords that one request can change. */
export const KEYWORDS_MAX = 10_000;
/** A keyword is tracked in this many engines and channels at most. */
export const PAGES_MAX = 4;

export interface KeywordsEdit {
  readonly selection: TrackedSelection;
  readonly changes: KeywordChanges;
}

export interface EditedKeywords {
  /** How many keywords were meant, each once. */
  readonly keywords: number;
  /** How many of them, each in one engine and channel, are checked otherwise now. */
  readonly retimed: number;
  /** How many, each in one engine and channel, are untracked now. */
  readonly untracked: number;
  /** Asked-for ids that the project has never tracked. */
  readonly unknown: readonly string[];
}

/**
 * Changes tags, notes, stars and target pages of keywords, and how they are checked: all of it, or nothing.
 * @throws AppError `Project not found`; `Keyword not found` when the project tracks none of the ids; `Tag not found`;
 *   400 for a filter that more than 10,000 keywords fit; 409 beyond 20 tags of a keyword
 */
export async function editKeywords(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock'>,
  { selection, changes }: KeywordsEdit,
): Promise<EditedKeywords> {
  const project = await getProject(ctx, selection.projectId);
  const now = ctx.clock.now();
  return await ctx.postgres.transaction(async (tx) => {
    const rows = await selectTracking(tx, selection, { isLocked: concernsChecks(changes) });
    const subject = { projectId: project.id, keywordIds: toKeywordIds(rows) };
    await changeTags(tx, subject, changes);
    if (hasNote(changes)) await upsertNotes(tx, subject, changes, now);
    const changed = rows.map((row) => ({ row, after: toChanged(row, changes, { now, timeZone: project.timeZone }) }));
    const moved = changed.filter(({ row, after }) => isChanged(row, after)).map(({ after }) => after);
    if (changes.isUntracked) await untrackRows(tx, project.id, moved, now);
    else await updateTracking(tx, project.id, moved, now);
    if (rows.length > 0) await raiseEdits(tx, [project.id]);
    return {
      keywords: subject.keywordIds.length,
      retimed: changes.isUntracked ? 0 : moved.length,
      untracked: changes.isUntracked ? moved.length : 0,
      unknown: listUnknown(selection, subject.keywordIds),
    };
  });
}

/**
 * What a selection holds, in each engine and channel.
 * @throws AppError `Keyword not found` when ids were given and the project tracks none of them; 400 beyond 10,000 keywords
 */
export async function selectTracking(sql: Sql, selection: TrackedSelection, { isLocked }: { isLocked: boolean }): Promise<Tracking[]> {
  const list = isLocked ? lockTracking : listTracking;
  const rows = await list(sql, selection, KEYWORDS_MAX * PAGES_MAX + 1);
  if (selection.keywordIds !== undefined && rows.length === 0) throw notFound('Keyword');
  if (toKeywordIds(rows).length > KEYWORDS_MAX)
    throw invalid([{ path: 'filter', message: `fits more than ${KEYWORDS_MAX} keywords: narrow it down` }]);
  return rows;
}

/** Each once, in their order. */
export function toKeywordIds(rows: readonly Tracking[]): string[] {
  return [...new Set(rows.map(({ keywordId }) => keywordId))];
}

export function listUnknown({ keywordIds = [] }: TrackedSelection, known: readonly string[]): string[] {
  const ids = new Set(known);
  return [...new Set(keywordIds)].filter((id) => !ids.has(id));
}

function hasNote({ note, isStarred, targetUrl }: KeywordChanges): boolean {
  return note !== undefined || isStarred !== undefined || targetUrl !== undefined;
}

/** Keywords of one project. */
export interface ProjectKeywords {
  readonly projectId: string;
  readonly keywordIds: readonly string[];
}

async function changeTags(tx: Transaction, subject: ProjectKeywords, changes: KeywordChanges): Promise<void> {
  const { tagIds, removeTagIds = [] } = changes;
  await assertTags(tx, subject.projectId, changes);
  if (tagIds !== undefined) await deleteKeywordTags(tx, subject, { except: tagIds });
  if (removeTagIds.length > 0) await deleteKeywordTags(tx, subject, { only: removeTagIds });
  const added = [...(tagIds ?? []), ...(changes.addTagIds ?? [])];
  if (added.length === 0) return;
  await insertKeywordTags(tx, subject, added);
  if ((await countKeywordsWithTags(tx, subject, TAGS_OF_KEYWORD_MAX + 1)) > 0)
    throw new AppError('conflict', 'Too many tags', { message: `A keyword has at most ${TAGS_OF_KEYWORD_MAX} tags` });
}

/** @throws AppError `Tag not found` when one of the ids is not a tag of the project */
export async function assertTags(sql: Sql, projectId: string, changes: KeywordChanges): Promise<void> {
  const asked = [...new Set([changes.tagIds, changes.addTagIds, changes.removeTagIds].flatMap((ids) => ids ?? []))];
  if (asked.length > 0 && (await listTagIds(sql, projectId, asked)).length < asked.length) throw notFound('Tag');
}
