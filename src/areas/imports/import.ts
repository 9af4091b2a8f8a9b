import type { Detection } from './formats/format.ts';
import type { Mapping } from './values/mapping.ts';
import type { Preview } from './preview/preview.ts';

/** `uploading`: parts arrive; `detected`: its kind is known; `mapped`: people said how it is read; `committing`: points are being written; `undone`: its points are gone again. */
export const IMPORT_STATUSES = ['uploading', 'detected', 'mapped', 'committing', 'committed', 'failed', 'undone'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Kind of a file that is still to be found out. */
export const AUTO = 'auto';
export const PART_BYTES = 8 * 1_048_576;
export const FILE_BYTES_MAX = 2 * 1_073_741_824;
/** Days for which files of others are kept. */
export const FILE_DAYS = 30;

/** A file of another program on its way into a project. */
export interface Import {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly askedKind: string;
  readonly kind: string | null;
  readonly status: ImportStatus;
  readonly bytes: number;
  readonly sha256: string | null;
  readonly detection: Detection | null;
  readonly mapping: Mapping;
  readonly preview: Preview | null;
  /** Written so far. */
  readonly points: number;
  readonly workflowId: string | null;
  readonly error: string | null;
  readonly madeBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly committedAt: Date | null;
  readonly undoneAt: Date | null;
  readonly fileRemovedAt: Date | null;
}

/** A piece of a file. */
export interface ImportPart {
  readonly number: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly blob: string;
}
