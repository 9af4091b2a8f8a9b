import type { z } from 'zod';
import type { ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import type { Span } from '../opened/shown-span.ts';
import type { ShareFilter } from '../share.ts';

/** What the verbs get: a caller who sees the project of the share and nothing else. */
export type SectionContext = ProjectReader & Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'outbox'>;

/** What a share allows, and what its reader asks for within that. */
export interface SectionQuestion {
  readonly projectId: string;
  readonly filter: ShareFilter;
  readonly span: Span;
  /** In the time zone of the project. */
  readonly today: string;
  /** Days to compare those of the span with; null: none. */
  readonly compared: Span | null;
}

/** A part of what a share can show. It names no ids, no costs and nothing that people wrote for themselves. */
export interface Section<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** Parts of a filter that it knows nothing of: a share with one of them cannot have the section. */
  readonly ignores: readonly (keyof ShareFilter)[];
  readonly schema: Schema;
  readonly load: (ctx: SectionContext, question: SectionQuestion) => Promise<z.input<Schema>>;
  /** The same as rows, for CSV. */
  readonly columns: (body: z.input<Schema>) => readonly string[];
  readonly toRows: (body: z.input<Schema>) => readonly Readonly<Record<string, unknown>>[];
}

/** Checks a section where it is written, and forgets its own shape. */
export function defineSection<Name extends string, Schema extends z.ZodObject>(
  section: Section<Schema> & { readonly name: Name },
): Section & { readonly name: Name; readonly schema: Schema } {
  return section as unknown as Section & { readonly name: Name; readonly schema: Schema };
}
