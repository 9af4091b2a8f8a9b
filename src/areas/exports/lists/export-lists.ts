import type { Area } from '#area/index.ts';
import type { AppContext, AppEndpoint } from '#context';
import { hasCsv } from '#http/answers/csv-form.ts';
import { makeListReader, type ListReader } from '#http/reading/list-reader.ts';

/** A list that can be taken away: what answers CSV, and costs nothing to ask. */
export interface ExportList {
  /** The path of its endpoint, which names it. */
  readonly list: string;
  readonly title: string;
  readonly area: string;
  readonly reader: ListReader<AppContext>;
}

/** By path. */
export type ExportLists = ReadonlyMap<string, ExportList>;

/** Who is in an organization, and with which keys, is looked at there and not sent about by a schedule. */
const LEFT_OUT: ReadonlySet<string> = new Set(['people']);

/** The lists of these areas, in their order. */
export function makeExportLists(areas: readonly Area[]): ExportLists {
  const endpoints = areas.flatMap(({ name, endpoints: own = [] }) => (LEFT_OUT.has(name) ? [] : own.filter(isTaken)));
  return new Map(endpoints.map((endpoint) => [endpoint.path, toExportList(endpoint)]));
}

function isTaken(endpoint: AppEndpoint): boolean {
  return endpoint.access === 'key' && endpoint.canSpend !== true && endpoint.spends !== true && hasCsv(endpoint);
}

/** Most lists are never asked for, so each reader is made for the first who asks. */
function toExportList(endpoint: AppEndpoint): ExportList {
  let reader: ListReader<AppContext> | undefined;
  return {
    list: endpoint.path,
    title: endpoint.summary,
    area: endpoint.area,
    get reader() {
      return (reader ??= makeListReader<AppContext>(endpoint));
    },
  };
}
