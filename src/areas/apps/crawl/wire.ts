import { z } from 'zod';
import { dryRunField, EstimateBody, toEstimateFields } from '#areas/costs/index.ts';
import { idField } from '#http/fields.ts';
import type { ShelvesPage } from '#providers/app-store/index.ts';
import { CATEGORY_TYPES, DEFAULT_STOREFRONT, storefrontField } from '../catalogue/index.ts';
import { deviceField, storefrontFields, toDevice, toStorefront } from '../catalogue/wire/fields.ts';
import type { EditorialPage, ReadGrouping } from './lists/read-grouping.ts';

/** Numbers of editorial pages. */
const PageId = z
  .union([idField(), z.int().min(1)])
  .transform(String)
  .refine((id) => /^\d{1,20}$/u.test(id), 'must be the number of a page of store_a');

const pageFields = {
  ...storefrontFields,
  storefront: storefrontField().optional().meta({ description: 'Country of the store; `us` when left out.' }),
  device: deviceField().optional(),
};

export const GroupingBody = z.object({
  grouping_id: PageId,
  ...pageFields,
  save_rankings: z.boolean().default(true).meta({ description: 'Store the places of the apps on its shelves.' }),
  dry_run: dryRunField(),
});

export const RoomQuery = z.object({ room_id: PageId, ...pageFields });

/** One page is read, and costs nothing. */
const ESTIMATE = { calls: 1, costUsd: 0 };

export const GroupingEstimate = z.object({ success: z.boolean(), grouping_id: z.string(), dry_run: z.boolean(), estimate: EstimateBody });

export function toGroupingEstimate(groupingId: string): z.input<typeof GroupingEstimate> {
  return { success: true, grouping_id: groupingId, dry_run: true, estimate: toEstimateFields(ESTIMATE) };
}

const ListedApp = z.object({
  app_id: z.string(),
  title: z.string().nullable(),
  developer_name: z.string().nullable(),
  icon_url: z.string().nullable(),
  rating: z.number().nullable(),
});

export const GroupingResponse = z.object({
  success: z.boolean(),
  grouping_id: z.string(),
  title: z.string().nullable(),
  rooms: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        category_type: z.enum(CATEGORY_TYPES),
        is_stable: z.boolean().meta({ description: 'False: named by its place on the page, because it leads nowhere' }),
        app_ids: z.array(z.string()).meta({ description: 'The apps on its shelf, in order' }),
      }),
    )
    .meta({ description: 'What the page leads to: rooms, and other editorial pages' }),
  apps: z.array(ListedApp),
  rankings_saved: z.int(),
});

export function toGroupingBody(groupingId: string, { title, listing, rankingsSaved }: ReadGrouping): z.input<typeof GroupingResponse> {
  const shelves = new Map(listing.lists.map(({ categoryId, ranks }) => [categoryId, ranks.map(({ appId }) => appId)]));
  const apps = new Map(listing.apps.map((app) => [app.appId, app]));
  return {
    success: true,
    grouping_id: groupingId,
    title: title ?? null,
    rooms: listing.children.map(({ id, name, categoryType, isStable = true }) => ({
      id,
      name,
      category_type: categoryType,
      is_stable: isStable,
      app_ids: shelves.get(id) ?? [],
    })),
    apps: [...apps.values()].map(({ appId, values }) => ({
      app_id: appId,
      title: values.title ?? null,
      developer_name: values.developerName ?? null,
      icon_url: values.iconUrl ?? null,
      rating: values.rating ?? null,
    })),
    rankings_saved: rankingsSaved,
  };
}

export const RoomResponse = z.object({
  success: z.boolean(),
  room_id: z.string(),
  title: z.string().nullable(),
  shelves: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      kind: z.string(),
      child_id: z.string().nullable(),
      is_deferred: z.boolean().meta({ description: 'A browser would load it later, from where we do not read' }),
      apps: z.array(z.object({ app_id: z.string(), title: z.string() })),
      links: z.array(z.object({ kind: z.string(), id: z.string(), title: z.string().nullable() })),
    }),
  ),
});

export function toRoomBody(roomId: string, { title, shelves }: ShelvesPage): z.input<typeof RoomResponse> {
  return {
    success: true,
    room_id: roomId,
    title: title ?? null,
    shelves: shelves.map((shelf) => ({
      id: shelf.id,
      title: shelf.title ?? null,
      kind: shelf.kind,
      child_id: shelf.childId ?? null,
      is_deferred: shelf.isDeferred,
      apps: shelf.apps.map((app) => ({ app_id: app.appId, title: app.title })),
      links: shelf.links.map((link) => ({ kind: link.kind, id: link.id, title: link.title ?? null })),
    })),
  };
}

export function toGroupingPage(id: string, { device, ...fields }: z.output<z.ZodObject<typeof pageFields>>): EditorialPage {
  return { id, storefront: toStorefront(fields) ?? DEFAULT_STOREFRONT, device: toDevice(device ?? 'iphone') };
}
