/** The kinds of files that history can come from: a reader is a value in this list. */
import type { ImportFormat } from './format.ts';
import { openSeoHistory } from './openseo/history.ts';
import type { RefusedFormat } from './refused/refused-format.ts';
import { appTweak } from './refused/apptweak.ts';
import { serpBearDatabase } from './serpbear/database.ts';
import { serpBearLines } from './serpbear/lines.ts';
import { serpBearTable } from './serpbear/table.ts';
import { serposcopeBackup } from './serposcope/backup.ts';
import { anyTable } from './sheets/any-table.ts';
import { keywordPlanner } from './sheets/keyword-planner.ts';
import { keywordCom } from './sheets/keyword-com.ts';
import { organicExport } from './sheets/organic-export.ts';
import { searchConsoleExport } from './sheets/search-console-export.ts';
import { semrushTracking } from './sheets/semrush-tracking.ts';

export const FORMATS: readonly ImportFormat[] = [
  serpBearDatabase,
  serposcopeBackup,
  openSeoHistory,
  serpBearTable,
  serpBearLines,
  semrushTracking,
  organicExport,
  searchConsoleExport,
  keywordPlanner,
  keywordCom,
  anyTable,
];

/** Kinds that are known and refused, so that the reason can be said. */
export const REFUSED_FORMATS: readonly RefusedFormat[] = [appTweak];

/** @returns undefined for a kind that is not in the list */
export function findFormat(kind: string): ImportFormat | undefined {
  return FORMATS.find((format) => format.kind === kind);
}
