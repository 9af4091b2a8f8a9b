import { z } from 'zod';
import { appIdField, PLATFORMS, type Platform } from '#areas/assets/index.ts';
import { idField } from '#http/fields.ts';

/**
 * A body about an app of a project: what the id may be depends on the store, so each store has its own form.
 * @param fill gives the raw body the fields that stand under other names
 */
export function toStoreForms<Fields extends z.ZodRawShape>(fields: Fields, fill: (raw: unknown) => unknown = (raw) => raw) {
  const form = <Store extends Platform>(platform: Store) =>
    z.preprocess(
      fill,
      z.object({
        ...fields,
        project_id: idField(),
        platform: z.enum(PLATFORMS).meta({ enum: [platform] }),
        app_id: appIdField(platform),
      }),
    );
  return { forms: { app_store_a: form('store_a'), app_store_b: form('store_b') }, choose: chooseStoreForm };
}

function chooseStoreForm(raw: unknown): 'app_store_a' | 'app_store_b' {
  const { platform } = (raw ?? {}) as Readonly<Record<string, unknown>>;
  return platform === 'store_b' ? 'app_store_b' : 'app_store_a';
}

/** Work that a request began; the status is at `status_url`. */
export const StartedWorkflow = z.object({ type: z.string(), workflow_id: z.string(), status_url: z.string() });

export function toStartedWorkflow(type: string, workflowId: string): z.input<typeof StartedWorkflow> {
  return { type, workflow_id: workflowId, status_url: `/api/admin/workflow/${type}/${workflowId}` };
}
