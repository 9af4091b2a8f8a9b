import { DAY_MS } from '#kernel/durations.ts';
import { FIELD_RULES, isAtLeast, type AppField, type AppSource } from './app-fields.ts';
import type { ObservedApp } from './observed-app.ts';
import { isSameValue } from './same-value.ts';
import type { StoredApp } from './store/apps.ts';

/** A value from a better source stands so long after the app was last read; then a lesser source may replace it. */
const STANDS_DAYS = 7;

export interface FieldChange {
  readonly field: AppField | 'status';
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

export interface AppliedApp {
  readonly app: StoredApp;
  /** Values or their sources differ from what was stored. */
  readonly isDifferent: boolean;
  /** What the store itself changed. A first sight is no change, nor are other words of another source. */
  readonly changes: readonly FieldChange[];
}

/**
 * What is known of an app after it was observed. A newer value replaces an older one of the same or a lesser source;
 * what every source writes alike is replaced by any newer value. What was not seen stays as it was.
 */
export function applyObserved(stored: StoredApp, observed: ObservedApp, now: Date): AppliedApp {
  const app: Record<string, unknown> = { ...stored };
  const sources: Partial<Record<AppField, AppSource>> = { ...stored.sources };
  const changes: FieldChange[] = [];
  const isOld = stored.fetchedAt === null || now.getTime() - stored.fetchedAt.getTime() > STANDS_DAYS * DAY_MS;
  for (const [field, source] of Object.entries(observed.sources) as [AppField, AppSource][]) {
    const step = decide({ field, oldSource: sources[field], source, old: stored[field], new: observed.values[field], isOld });
    if (step.isSource) sources[field] = source;
    if (step.isValue) app[field] = observed.values[field];
    if (step.isChange) changes.push({ field, oldValue: stored[field], newValue: observed.values[field] });
  }
  if (observed.isFetched && stored.status === 'removed') changes.push({ field: 'status', oldValue: 'removed', newValue: 'available' });
  if (observed.isFetched) Object.assign(app, { status: 'available', removedAt: null });
  const isDifferent = changes.length > 0 || (Object.keys(app) as (keyof StoredApp)[]).some((name) => app[name] !== stored[name]);
  const isMoved = (Object.keys(sources) as AppField[]).some((field) => sources[field] !== stored.sources[field]);
  return { app: { ...app, sources } as unknown as StoredApp, isDifferent: isDifferent || isMoved, changes };
}

interface Meeting {
  readonly field: AppField;
  readonly oldSource: AppSource | undefined;
  readonly source: AppSource;
  readonly old: unknown;
  readonly new: unknown;
  /** The stored values are so old that any source may replace them. */
  readonly isOld: boolean;
}

function decide(meeting: Meeting): { readonly isValue: boolean; readonly isSource: boolean; readonly isChange: boolean } {
  const { field, oldSource, source, old } = meeting;
  if (oldSource === undefined || isEmpty(old)) return { isValue: true, isSource: true, isChange: false };
  const isBetter = isAtLeast(field, source, oldSource);
  // The same picture under another address stays under the address that is known.
  if (isSameValue(field, old, meeting.new)) return { isValue: false, isSource: isBetter, isChange: false };
  const { isExact, isWatched } = FIELD_RULES[field];
  if (!isBetter && !isExact && !meeting.isOld) return { isValue: false, isSource: false, isChange: false };
  return { isValue: true, isSource: true, isChange: isWatched && (isExact || source === oldSource) };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
