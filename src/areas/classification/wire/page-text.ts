import { z } from 'zod';
import { urlField } from '#areas/domains/index.ts';
import { PAGE_WAYS } from '#providers/search-data/index.ts';
import type { PageText } from '../content/get-page-text.ts';

const TEXT_MAX = 1_500;

export const PageTextQuery = z.object({ url: urlField().min(1) });

const text = () => z.string().nullable();

export const PageTextResponse = z.object({
  success: z.boolean(),
  url: z.string(),
  is_read: z.boolean(),
  reason: text().meta({ description: 'Why there is no text.' }),
  title: text(),
  description: text(),
  h1: text(),
  language: text().meta({ description: 'Of its text, ISO 639-1; null when that is not sure.' }),
  text: text().meta({ description: 'The first part of the text as it was read.' }),
  is_cut: z.boolean().nullable().meta({ description: 'The page goes on beyond what is shown.' }),
  status: z.int().nullable(),
  final_url: text(),
  read_at: text(),
  read_by: z.enum(['self', ...PAGE_WAYS]).nullable(),
});

export function toPageTextBody(url: string, found: PageText): z.input<typeof PageTextResponse> {
  const { seen } = found;
  const signals = seen?.signals;
  return {
    success: true,
    url,
    is_read: seen !== undefined,
    reason: found.seen === undefined ? found.reason : null,
    title: signals?.title ?? null,
    description: signals?.description ?? null,
    h1: signals?.h1 ?? null,
    language: signals?.language ?? null,
    text: signals?.text.slice(0, TEXT_MAX) ?? null,
    is_cut: seen === undefined ? null : seen.isCut || seen.signals.text.length > TEXT_MAX,
    status: seen?.status ?? null,
    final_url: seen?.finalUrl ?? null,
    read_at: seen?.fetchedAt ?? null,
    read_by: seen?.readBy ?? null,
  };
}
