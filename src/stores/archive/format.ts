import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * An archive is one file of JSON lines under zstd. Lines that begin with `#` say what the others are:
 *
 *     #header {...}           what it is, and of which release
 *     #section {...}          a table, with its columns
 *     {...}                   a row
 *     #cut                    rows before and after it do not belong into one insert
 *     #end {...}              the section's number of rows and SHA-256
 *     #manifest <sha256> {...}  the header and all sections once more; the last line
 *
 * So `zstd -dc file | head -1` shows what an archive is, and a file that was cut off has no manifest.
 */
export const FORMAT = 1;

const Scope = z.union([z.object({ kind: z.literal('all') }), z.object({ kind: z.literal('project'), project_id: z.string() })]);
export type ArchiveScope = z.infer<typeof Scope>;

export const ArchiveHeader = z.object({
  format: z.int(),
  /** Names what one import has done when it goes on after a break. */
  id: z.string(),
  made_at: z.string(),
  /** Version of the service. */
  version: z.string(),
  scope: Scope,
  /** Whether API keys, as hashes, are in it. */
  has_keys: z.boolean(),
  /** Set: secrets are in it, sealed with a key of a passphrase (`src/stores/secrets/archive.ts`). */
  secrets: z.object({ kdf: z.literal('scrypt-131072-8-1'), salt: z.string(), key_id: z.string() }).optional(),
  /** The schema: every migration that both stores have had. */
  migrations: z.object({ postgres: z.array(z.string()), clickhouse: z.array(z.string()) }),
});
export type ArchiveHeader = z.infer<typeof ArchiveHeader>;

export const SectionHead = z.object({
  store: z.enum(['postgres', 'clickhouse']),
  table: z.string(),
  /** Columns of a table of PostgreSQL; rows of ClickHouse name theirs. */
  columns: z.array(z.string()).optional(),
});
export type SectionHead = z.infer<typeof SectionHead>;

export const SectionEnd = z.object({ store: SectionHead.shape.store, table: z.string(), rows: z.int(), sha256: z.string() });
export type SectionEnd = z.infer<typeof SectionEnd>;

export const Manifest = ArchiveHeader.extend({ sections: z.array(SectionEnd) });
export type Manifest = z.infer<typeof Manifest>;

export const CUT = '#cut';

export function toControlLine(kind: 'header' | 'section' | 'end' | `manifest ${string}`, value: object): string {
  return `#${kind} ${JSON.stringify(value)}\n`;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The archive cannot be made or used; the message says why and what to do. */
export class ArchiveError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ArchiveError';
  }
}
