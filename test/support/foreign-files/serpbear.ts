import { DatabaseSync } from 'node:sqlite';
import { addDays } from '../../../src/kernel/days.ts';

/** A database as SerpBear 3.1 makes it: its own statements, and rows as its programs write them. */

const SCHEMA = [
  "CREATE TABLE `domain` (`ID` INTEGER PRIMARY KEY AUTOINCREMENT, `domain` VARCHAR(255) NOT NULL DEFAULT '' UNIQUE, `slug` VARCHAR(255) NOT NULL DEFAULT '' UNIQUE, `lastUpdated` VARCHAR(255), `added` VARCHAR(255), `tags` VARCHAR(255) DEFAULT '[]', `notification` TINYINT(1) DEFAULT 1, `notification_interval` VARCHAR(255) DEFAULT 'daily', `notification_emails` VARCHAR(255) DEFAULT '', `search_console` VARCHAR(255))",
  "CREATE TABLE `keyword` (`ID` INTEGER PRIMARY KEY AUTOINCREMENT, `keyword` VARCHAR(255) NOT NULL, `device` VARCHAR(255) DEFAULT 'desktop', `country` VARCHAR(255) DEFAULT 'US', `city` VARCHAR(255) DEFAULT '', `latlong` VARCHAR(255) DEFAULT '', `domain` VARCHAR(255) NOT NULL DEFAULT '{}', `lastUpdated` VARCHAR(255), `added` VARCHAR(255), `position` INTEGER NOT NULL DEFAULT 0, `history` VARCHAR(255) DEFAULT '[]', `volume` INTEGER NOT NULL DEFAULT 0, `url` VARCHAR(255) DEFAULT '[]', `tags` VARCHAR(255) DEFAULT '[]', `lastResult` VARCHAR(255) DEFAULT '[]', `sticky` TINYINT(1) DEFAULT 0, `updating` TINYINT(1) DEFAULT 0, `lastUpdateError` VARCHAR(255) DEFAULT 'false', `settings` VARCHAR(255))",
];

export interface SerpBearWorld {
  readonly keywords: number;
  readonly days: number;
  /** `YYYY-MM-DD` of the first day. */
  readonly first: string;
}

/** A keyword's place on a day of the made world; 0 for what SerpBear writes when there is none. */
export function placeOf(keyword: number, day: number): number {
  const place = ((keyword * 7 + day * 3) % 34) - 3;
  return Math.max(0, place);
}

/** The last three days are of failed checks: SerpBear copies the place of before, and `lastUpdated` stays. */
export const FAILED_DAYS = 3;

export function makeSerpBearFile(path: string, { keywords, days, first }: SerpBearWorld): void {
  const database = new DatabaseSync(path);
  for (const statement of SCHEMA) database.exec(statement);
  database
    .prepare("INSERT INTO domain (domain, slug, search_console) VALUES ('example.com', 'example-com', '{\"private_key\":\"secret\"}')")
    .run();
  const insert = database.prepare(
    'INSERT INTO keyword (keyword, device, country, city, domain, lastUpdated, added, position, history, url, tags, lastResult, sticky, lastUpdateError) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const lastGood = days - 1 - FAILED_DAYS;
  for (let keyword = 0; keyword < keywords; keyword += 1) {
    const history: Record<string, number> = {};
    for (let day = 0; day < days; day += 1) history[toSerpBearDay(addDays(first, day))] = placeOf(keyword, Math.min(day, lastGood));
    const position = placeOf(keyword, lastGood);
    const results = Array.from({ length: 40 }, (_none, at) => ({
      position: at + 1,
      url: `https://r${at}.example`,
      title: 'r',
      ...(at >= 30 ? { skipped: true } : {}),
    }));
    insert.run(
      `keyword ${keyword}`,
      keyword % 2 === 0 ? 'desktop' : 'mobile',
      'DE',
      '',
      'example.com',
      `${addDays(first, lastGood)}T10:00:00.000Z`,
      `${first}T08:00:00.000Z`,
      position,
      JSON.stringify(history),
      position === 0 ? '' : 'https://example.com/a',
      '["shop"]',
      JSON.stringify(results),
      keyword === 0 ? 1 : 0,
      JSON.stringify({ date: `${addDays(first, days - 1)}T10:00:00.000Z`, error: 'blocked', scraper: 'proxy' }),
    );
  }
  database.close();
}

/** Without leading zeros, as SerpBear makes it. */
function toSerpBearDay(day: string): string {
  return day.split('-').map(Number).join('-');
}
