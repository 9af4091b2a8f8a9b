import type { KnownCaller } from '#areas/people/index.ts';
import type { Timing } from '#areas/digests/index.ts';

export const FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof FORMATS)[number];

/** How many rows a file has at most; the list beyond them is left out, and the run says so. */
export const ROWS_MAX = 1_000_000;
export const BYTES_MAX = 1024 ** 3;
export const KEEP_DAYS_MAX = 90;
export const LINK_DAYS_MAX = 30;
/** How many files an export keeps at most; older ones are removed before their time. */
export const FILES_MAX = 100;

/** Where a file is brought; under the names of the wire, without what is secret. */
export type Destination =
  | { readonly kind: 'link'; readonly days: number }
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly endpoint: string | null;
      readonly region: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly access_key_id: string;
    }
  | { readonly kind: 'channel'; readonly channel_id: string; readonly days: number };
export type DestinationKind = Destination['kind'];

export type ListQuery = Readonly<Record<string, string | readonly string[]>>;

/** Which part of which list is taken. */
export interface Selection {
  /** The path of its endpoint. */
  readonly list: string;
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: ListQuery;
  /** A saved view, whose filters are taken too. */
  readonly viewId: string | null;
  /** Null: all columns. */
  readonly fields: readonly string[] | null;
}

/** When it comes by itself; `every` is null for one that is begun by hand alone. */
export type ExportTiming = Omit<Timing, 'every'> & { readonly every: Timing['every'] | null };

/** What its owner decides. */
export interface ExportSettings extends Selection, ExportTiming {
  readonly name: string;
  readonly format: ExportFormat;
  readonly destination: Destination;
  /** Days for which files are kept. */
  readonly keepDays: number;
  readonly isEnabled: boolean;
}

/** A list that is taken away, by a schedule or by hand. */
export interface Export extends ExportSettings {
  readonly id: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly secretIds: Readonly<Record<string, string>>;
  /** In the observed world. */
  readonly nextRunAt: Date | null;
  readonly makerKind: KnownCaller['kind'];
  readonly makerId: string;
  readonly makerOrganizationId: string | null;
  readonly makerIsOperator: boolean;
  /** The name of the caller who made it (`nameOf`). */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const RUN_STATUSES = ['queued', 'running', 'done', 'partial', 'refused', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** An export at one time. */
export interface ExportRun {
  readonly id: string;
  readonly exportId: string;
  /** `partial`: there is a file, without all of the list. `refused`: its owner may not see the list any more. */
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly startedBy: 'hand' | 'schedule';
  readonly dueAt: Date | null;
  /** Times of the schedule before it for which none was made. */
  readonly missed: number;
  readonly rows: number;
  readonly total: number | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly fileName: string | null;
  readonly fileRemovedAt: Date | null;
  readonly linkVersion: number;
  readonly deliveredTo: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Whose rights are asked at each run. */
export function makerOfExport({ makerKind, makerId, makerOrganizationId, makerIsOperator }: Export): KnownCaller {
  return { kind: makerKind, id: makerId, organizationId: makerOrganizationId, isOperator: makerIsOperator };
}

/** Where its file lies among the blobs; the same for every try, so that a run has one file. */
export function toBlobKey({ exportId, id }: Pick<ExportRun, 'exportId' | 'id'>): string {
  return `exports/${exportId}/${id}`;
}

/** Whether there is a file to be taken. */
export function hasFile({ status, fileRemovedAt }: Pick<ExportRun, 'status' | 'fileRemovedAt'>): boolean {
  return (status === 'done' || status === 'partial') && fileRemovedAt === null;
}
