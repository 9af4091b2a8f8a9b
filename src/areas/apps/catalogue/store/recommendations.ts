import type { Platform } from '#areas/assets/index.ts';
import { defineList } from '#stores/postgres/define-list.ts';
import type { AppKey } from '../app-key.ts';

/** One app that another one recommends. */
export interface Recommendation {
  readonly id: string;
  readonly platform: Platform;
  readonly sourceAppId: string;
  readonly recommendedAppId: string;
  readonly section: 'similar';
  /** On the shelf, from 1. */
  readonly position: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly timesSeen: number;
  /** 1: it was there when the shelf was last read. */
  readonly isActive: 0 | 1;
  /** Title of the other app; null: only its id is known. */
  readonly title: string | null;
  readonly developerName: string | null;
  readonly iconUrl: string | null;
  readonly iconKey: string | null;
  readonly rating: number | null;
  readonly ratingCount: number | null;
}

const COLUMNS = `shelf.id, shelf.platform, source_app_id, recommended_app_id, section, position, first_seen, last_seen, times_seen,
  is_active, title,
  developer_name, icon_url, icon_key, rating, rating_count`;

interface ShelfQuestion extends AppKey {
  readonly isActiveOnly: boolean;
}

const values = ({ platform, storefront, appId, isActiveOnly }: ShelfQuestion): unknown[] => [platform, storefront, appId, isActiveOnly];

/** What an app recommends: what is listed now first, in the order of the shelf. */
export const ownShelf = defineList<Recommendation, ShelfQuestion>({
  columns: COLUMNS,
  from: `from app_recommendations shelf
    left join apps on apps.platform = $1 and apps.storefront = $2 and apps.app_id = recommended_app_id
    where shelf.platform = $1 and shelf.storefront = $2 and source_app_id = $3 and (is_active = 1 or not $4::boolean)`,
  order: 'is_active desc, position, recommended_app_id',
  values,
});

/** Which apps recommend an app: the best positions that hold now first. */
export const shelvesOfOthers = defineList<Recommendation, ShelfQuestion>({
  columns: COLUMNS,
  from: `from app_recommendations shelf
    left join apps on apps.platform = $1 and apps.storefront = $2 and apps.app_id = source_app_id
    where shelf.platform = $1 and shelf.storefront = $2 and recommended_app_id = $3 and (is_active = 1 or not $4::boolean)`,
  order: 'is_active desc, position, source_app_id',
  values,
});
