import { z } from 'zod';
import { OutsideError } from '#kernel/errors.ts';
import { SERVICE } from './settings.ts';

/** What Google writes into answers, as far as it is read. */
export const TokenWire = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.number().optional(),
  scope: z.string().optional(),
});
export const TokenErrorWire = z.object({ error: z.string(), error_description: z.string().optional() });

export const ErrorWire = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
    status: z.string().optional(),
    details: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
});

export const SitesWire = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string().default('') })).default([]),
});

export const PerformanceWire = z.object({
  rows: z
    .array(
      z.object({
        keys: z.array(z.string()).default([]),
        clicks: z.number(),
        impressions: z.number(),
        position: z.number().default(0),
      }),
    )
    .default([]),
  metadata: z.object({ first_incomplete_date: z.string().optional(), first_incomplete_hour: z.string().optional() }).optional(),
});

/** Counts come as texts. */
const count = z.coerce.number().int().default(0);
export const SitemapsWire = z.object({
  sitemap: z
    .array(
      z.object({
        path: z.string(),
        lastSubmitted: z.string().optional(),
        lastDownloaded: z.string().optional(),
        isPending: z.boolean().default(false),
        isSitemapsIndex: z.boolean().default(false),
        warnings: count,
        errors: count,
        contents: z.array(z.object({ type: z.string(), submitted: count })).default([]),
      }),
    )
    .default([]),
});

export const InspectionWire = z.object({
  inspectionResult: z.object({
    inspectionResultLink: z.string().optional(),
    indexStatusResult: z.object({
      verdict: z.string(),
      coverageState: z.string().optional(),
      robotsTxtState: z.string().optional(),
      indexingState: z.string().optional(),
      pageFetchState: z.string().optional(),
      lastCrawlTime: z.string().optional(),
      googleCanonical: z.string().optional(),
      userCanonical: z.string().optional(),
    }),
  }),
});

/** @throws OutsideError of kind `parse`, which repeats nothing of the answer */
export function readAnswer<Shape extends z.ZodType>(schema: Shape, body: Buffer): z.infer<Shape> {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw new OutsideError({ service: SERVICE, kind: 'parse', message: 'Search Console answered with something unreadable' });
  }
}

/** An instant, or undefined for what is none. */
export function toInstant(text: string | undefined): Date | undefined {
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms);
}
