import { createTag, editKeywords, listTags, TAG_NAME_LENGTH_MAX } from '#areas/keywords/index.ts';
import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { toGroups } from '#kernel/lists.ts';
import type { ResolvedKeyword } from '../values/resolve-keyword.ts';

/** As many as one request edits. */
const KEYWORDS_A_GROUP = 10_000;
const REFUSED_SHOWN = 200;

type LabelContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock'>;
type Labelled = Pick<ResolvedKeyword, 'keywordId' | 'tags' | 'starred'>;

export interface LabelResult {
  /** Keywords with a tag of the file, each once. */
  readonly tagged: number;
  readonly starred: number;
  /** Tags that the project, or keywords, had no room for; the first 200. */
  readonly refusedTags: readonly string[];
}

/**
 * Gives tracked keywords the tags and stars that they had in the other program. Tags and stars that they have stay; a tag of the same name,
 * in any case, is the same tag.
 */
export async function labelKeywords(ctx: LabelContext, projectId: string, keywords: readonly Labelled[]): Promise<LabelResult> {
  const tagged = new Set<string>();
  const refusedTags: string[] = [];
  for (const [name, ids] of groupByTag(keywords)) {
    if (await giveTag(ctx, projectId, { name, ids })) for (const id of ids) tagged.add(id);
    else refusedTags.push(name);
  }
  const starred = keywords.filter((keyword) => keyword.starred).map(({ keywordId }) => keywordId);
  for (const keywordIds of toGroups(starred, KEYWORDS_A_GROUP))
    await editKeywords(ctx, { selection: { projectId, keywordIds }, changes: { isStarred: true } });
  return { tagged: tagged.size, starred: new Set(starred).size, refusedTags: refusedTags.slice(0, REFUSED_SHOWN) };
}

/** Ids of keywords by the name of a tag, as it is written first. */
function groupByTag(keywords: readonly Labelled[]): Map<string, string[]> {
  const names = new Map<string, string>();
  const groups = new Map<string, string[]>();
  for (const { keywordId, tags } of keywords)
    for (const tag of tags) {
      const text = tag.trim().slice(0, TAG_NAME_LENGTH_MAX).trim();
      if (text === '') continue;
      const name = names.get(text.toLowerCase()) ?? text;
      names.set(text.toLowerCase(), name);
      const ids = groups.get(name);
      if (ids === undefined) groups.set(name, [keywordId]);
      else ids.push(keywordId);
    }
  return groups;
}

interface TagToGive {
  readonly name: string;
  readonly ids: readonly string[];
}

async function giveTag(ctx: LabelContext, projectId: string, { name, ids }: TagToGive): Promise<boolean> {
  try {
    const known = (await listTags(ctx, projectId)).find((tag) => tag.name.toLowerCase() === name.toLowerCase());
    const { id } = known ?? (await createTag(ctx, { projectId, name, color: 'gray' }));
    for (const keywordIds of toGroups(ids, KEYWORDS_A_GROUP))
      await editKeywords(ctx, { selection: { projectId, keywordIds }, changes: { addTagIds: [id] } });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
}
