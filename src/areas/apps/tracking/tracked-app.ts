import type { Platform } from '#areas/assets/index.ts';

/** An app that a project follows: read once a day (docs/apps.md, "Tracked apps"). */
export interface TrackedApp {
  readonly id: string;
  readonly projectId: string;
  readonly platform: Platform;
  readonly storefront: string;
  readonly appId: string;
  readonly name: string | null;
  readonly iconUrl: string | null;
  readonly frequency: 'daily';
  readonly isActive: boolean;
  readonly nextRunAt: Date | null;
  /** When it was last read; a reading that failed does not count. */
  readonly lastRunAt: Date | null;
  /** What failed of the last reading. */
  readonly lastError: string | null;
  readonly createdAt: Date;
}

/** An app that is due, and the projects that wait for it. */
export interface DueApp extends Pick<TrackedApp, 'platform' | 'storefront' | 'appId'> {
  readonly projectIds: readonly string[];
}

export function toStoreAppKey({ platform, storefront, appId }: Pick<TrackedApp, 'platform' | 'storefront' | 'appId'>): string {
  return `${platform} ${storefront} ${appId}`;
}
