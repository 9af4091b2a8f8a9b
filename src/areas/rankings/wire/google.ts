import { z } from 'zod';
import { integers } from '../grid/grid-columns.ts';
import { GOOGLE_DAYS, type GoogleCounts } from '../google/list-google-counts.ts';

const POSITION_DIGITS = 2;

export const googleDaysParam = () =>
  z
    .enum(GOOGLE_DAYS.map(String) as ['7', '28'])
    .transform(Number)
    .optional()
    .meta({ description: 'Adds what Google counted of each keyword in Search Console over so many days, in `google`.' });

/** What Search Console says beside measured positions; averages of people's results, which enter nothing else. */
export const GridGoogle = z
  .object({
    site_url: z.string().meta({ description: 'The property.' }),
    type: z.string(),
    from: z.string().meta({ description: 'The first Pacific day.' }),
    to: z.string().meta({ description: 'The last one: the last final day that was read, at most `to`.' }),
    read: z.int().meta({ description: 'How many of these days were read. The others count nowhere.' }),
    cut: z.int().meta({ description: 'Days of which Google gave only the rows with most clicks.' }),
    clicks: integers('Null: Google names no such query there, and never 0 for that reason.'),
    impressions: integers('Null as `clicks`.'),
    google_position: z
      .array(z.number().nullable())
      .meta({ description: "Google's average over impressions of the topmost place of the property, from 1." }),
    is_of_country: z
      .array(z.boolean().nullable())
      .meta({ description: 'The keyword is asked for in a part of a country, and the figures are of all of it.' }),
  })
  .meta({ id: 'RankingGridGoogle', description: 'One entry for each row in every column. Keywords join by text, country and device.' });

export function toGoogleBody({ counts, siteUrl, type, from, to, read, cut }: GoogleCounts): z.input<typeof GridGoogle> {
  return {
    site_url: siteUrl,
    type,
    from,
    to,
    read,
    cut,
    clicks: counts.map((count) => count?.clicks ?? null),
    impressions: counts.map((count) => count?.impressions ?? null),
    google_position: counts.map((count) => count && Number(count.position.toFixed(POSITION_DIGITS))),
    is_of_country: counts.map((count) => count && count.isOfCountry),
  };
}
