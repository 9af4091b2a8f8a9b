import { z } from 'zod';
import { idField, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { NewView } from '../saved/create-view.ts';
import type { ViewChanges } from '../saved/change-view.ts';
import type { View } from '../saved/view.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
const COLUMNS_MAX = 100;
const PARAMS_MAX = 50;
const PARAM_NAME_LENGTH_MAX = 100;
const PARAM_LENGTH_MAX = 2_000;
const PARAM_VALUES_MAX = 200;
const PARAMS_LENGTH_MAX = 16_384;

const Screen = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,59}$/u, 'must be the name of a screen, such as keywords')
  .meta({ description: 'The name of the screen, for example `keywords`.' });

const ParamText = z.string().max(PARAM_LENGTH_MAX);
const Params = z
  .record(z.string().min(1).max(PARAM_NAME_LENGTH_MAX), z.union([ParamText, listField(ParamText, { max: PARAM_VALUES_MAX })]))
  .refine((params) => Object.keys(params).length <= PARAMS_MAX, `must have at most ${PARAMS_MAX} keys`)
  .refine((params) => JSON.stringify(params).length <= PARAMS_LENGTH_MAX, `must have at most ${PARAMS_LENGTH_MAX} characters`)
  .meta({ description: "The search parameters of the screen's address: each a text or a list of texts." });
const Columns = listField(nameField(PARAM_NAME_LENGTH_MAX), { min: 1, max: COLUMNS_MAX })
  .nullish()
  .meta({ description: "Columns in their order; null for the screen's own." });

const IsDefault = z.boolean().meta({ description: 'The screen opens with it.' });
const IsShared = z.boolean().meta({ description: 'Seen by everyone who sees the project; else by its owner alone.' });

export const ViewParamsOfPath = z.object({ view_id: idField() });
export const ListViewsQuery = z.object({
  project_id: idField().optional(),
  screen: Screen.optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
export const CreateViewBody = z.object({
  project_id: idField().nullish().meta({ description: 'Left out for a screen that belongs to no project.' }),
  screen: Screen,
  name: nameField(),
  params: Params.default({}),
  columns: Columns,
  is_default: IsDefault.default(false),
  shared: IsShared.default(false),
});
export const UpdateViewBody = z.object({
  name: nameField().optional(),
  params: Params.optional(),
  columns: Columns,
  is_default: IsDefault.optional(),
  shared: IsShared.optional(),
});

const ViewBody = z
  .object({
    id: z.string(),
    project_id: z.string().nullable(),
    screen: z.string(),
    name: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    columns: z.array(z.string()).nullable(),
    is_default: z.boolean(),
    shared: z.boolean(),
    owner: z.string().meta({ description: 'Who made it: a person, a key, or the subject of a token.' }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'View' });

export const ViewResponse = z.object({ success: z.boolean(), view: ViewBody });
export const ViewListResponse = z.object({ success: z.boolean(), views: z.array(ViewBody), ...ListFields });
export const DeleteViewResponse = z.object({ success: z.boolean(), id: z.string(), deleted: z.boolean() });

export function toNewView(body: z.output<typeof CreateViewBody>): NewView {
  const { screen, name, params, columns, project_id: projectId, is_default: isDefault, shared: isShared } = body;
  return { projectId: projectId ?? null, screen, name, params, columns: columns ?? null, isDefault, isShared };
}

export function toViewChanges({ is_default: isDefault, shared: isShared, ...same }: z.output<typeof UpdateViewBody>): ViewChanges {
  const changes = { ...same, isDefault, isShared };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

export function toViewBody({ isShared, ...view }: View): z.input<typeof ViewBody> {
  return toBody(ViewBody, { ...view, shared: isShared });
}
