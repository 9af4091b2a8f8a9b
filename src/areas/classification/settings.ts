import { z } from 'zod';
import { defineSetting } from '#area/setting.ts';
import { PAGE_WAYS } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { findClassificationSetting, upsertClassificationSetting } from './records/store/settings.ts';

const PAGE_SERVICE = 'page_service';
const CHOICES = ['off', ...PAGE_WAYS] as const;
export type PageServiceSetting = (typeof CHOICES)[number];

/** How the provider's page service reads pages that are empty shells; off unless an operator says otherwise. */
export async function readPageService(sql: Sql): Promise<PageServiceSetting> {
  const kept = await findClassificationSetting(sql, PAGE_SERVICE);
  return CHOICES.find((choice) => choice === kept) ?? 'off';
}

export const settings = [
  defineSetting({
    name: PAGE_SERVICE,
    value: z.enum(CHOICES),
    change: z.enum(CHOICES).meta({
      description:
        "How the provider's page service reads pages that are empty shells: `plain` as they are sent, `rendered` with their scripts run, `premium` that through more networks; each address is paid for",
    }),
    read: readPageService,
    update: (sql, choice) => upsertClassificationSetting(sql, PAGE_SERVICE, choice),
  }),
];
