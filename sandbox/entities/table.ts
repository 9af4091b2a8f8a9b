import { z } from 'zod';

/** What became of an item. */
export interface ItemResult {
  readonly success: boolean;
  readonly error: string | null;
}

/** The deprecated entity store: keywords, categories and the relations between them, as they were sent. */
export interface EntityTable {
  /**
   * Takes a batch, each item for itself.
   * @returns undefined when there is no such path, or a text that says what is wrong with the batch
   */
  take(path: string, body: string): readonly ItemResult[] | string | undefined;
  /** From now on; what is left out is as at the start. */
  configure(options: EntityTableOptions): void;
  isToken(token: string): boolean;
  /** Everything that is there, in the order of its first coming. */
  list(): Readonly<Record<string, readonly object[]>>;
  clear(): void;
}

export interface EntityTableOptions {
  /** Texts whose keyword is refused. */
  readonly keywords?: readonly string[] | undefined;
  /** Texts of which only the relations are refused. */
  readonly relations?: readonly string[] | undefined;
  /** The only token that is taken. */
  readonly token?: string | undefined;
}

export const ENTITY_STORE_TOKEN = 'sandbox-entity-token';
const BATCH_MAX = 500;
const TEXT_MAX = 200;

const Batch = z.object({ items: z.array(z.looseObject({})).min(1).max(BATCH_MAX) });
const text = z.string().min(1).max(TEXT_MAX);
const Keyword = z.looseObject({ text: text.refine((value) => value === value.toLowerCase().trim(), 'must be normalized') });
const Category = z.looseObject({
  id: z.string(),
  name: text,
  slug: text,
  project_id: z.string(),
  parent_category_id: z.string().nullable(),
});
const ProjectKeyword = z.looseObject({ project_id: z.string(), keyword_text: z.string() });
const KeywordCategory = z.looseObject({
  keyword_text: z.string(),
  category_id: z.string(),
  assignment_confidence: z.number().min(0).max(1),
  assigned_by: z.enum(['ai', 'user', 'system']),
});

type Rows = Map<string, object>;

export function makeEntityTable(): EntityTable {
  const rows = { keywords: new Map(), categories: new Map(), project_keywords: new Map(), keyword_categories: new Map() } satisfies Record<
    string,
    Rows
  >;
  let options: EntityTableOptions = {};

  /** Why a relation cannot be. */
  const findGap = (keyword: string, categoryId?: string): string | undefined => {
    if (options.relations?.includes(keyword) === true) return 'the relation could not be written';
    if (!rows.keywords.has(keyword)) return `no keyword ${keyword}`;
    return categoryId === undefined || rows.categories.has(categoryId) ? undefined : `no category ${categoryId}`;
  };

  const takers: Readonly<Record<string, (item: object) => string | undefined>> = {
    'keywords/bulk': (item) => {
      const parsed = Keyword.safeParse(item);
      if (!parsed.success) return z.prettifyError(parsed.error);
      if (options.keywords?.includes(parsed.data.text) === true) return 'the keyword could not be written';
      rows.keywords.set(parsed.data.text, parsed.data);
      return undefined;
    },
    'categories/ensure': (item) => {
      const parsed = Category.safeParse(item);
      if (!parsed.success) return z.prettifyError(parsed.error);
      const { id, parent_category_id: parent } = parsed.data;
      if (parent !== null && !rows.categories.has(parent)) return `no category ${parent}`;
      if (!rows.categories.has(id)) rows.categories.set(id, parsed.data);
      return undefined;
    },
    'project-keywords/bulk': (item) => {
      const parsed = ProjectKeyword.safeParse(item);
      if (!parsed.success) return z.prettifyError(parsed.error);
      const { project_id: project, keyword_text: keyword } = parsed.data;
      const gap = findGap(keyword);
      if (gap === undefined) rows.project_keywords.set(`${project} ${keyword}`, parsed.data);
      return gap;
    },
    'keyword-categories/bulk': (item) => {
      const parsed = KeywordCategory.safeParse(item);
      if (!parsed.success) return z.prettifyError(parsed.error);
      const { keyword_text: keyword, category_id: category } = parsed.data;
      const gap = findGap(keyword, category);
      if (gap === undefined) rows.keyword_categories.set(`${keyword} ${category}`, parsed.data);
      return gap;
    },
  };

  return {
    take(path, body) {
      const takeItem = Object.hasOwn(takers, path) ? takers[path] : undefined;
      if (takeItem === undefined) return undefined;
      const batch = Batch.safeParse(parseJson(body));
      if (!batch.success) return z.prettifyError(batch.error);
      return batch.data.items.map((item) => {
        const error = takeItem(item) ?? null;
        return { success: error === null, error };
      });
    },
    configure: (given) => {
      options = given;
    },
    isToken: (token) => token === (options.token ?? ENTITY_STORE_TOKEN),
    list: () => Object.fromEntries(Object.entries(rows).map(([name, table]: [string, Rows]) => [name, [...table.values()]])),
    clear() {
      for (const table of Object.values(rows)) table.clear();
      options = {};
    },
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
