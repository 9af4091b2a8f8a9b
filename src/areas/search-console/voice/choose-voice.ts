import { assertNotArchived, getProject, setVoiceCurve, toWeighing, type VoiceCurve } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { nameOf } from '#http/caller.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { DAYS_DEFAULT, getCtrCurve } from '../ctr-curve/get-ctr-curve.ts';
import { LACKS, toOwnCurve, type Lack } from './own-curve.ts';

export const WEIGHINGS = ['fixed_curve', 'own_clicks'] as const;
export type WeighedBy = (typeof WEIGHINGS)[number];

type ChooseContext = Pick<RequestContext, 'postgres' | 'clickhouse' | 'clock' | 'caller' | 'workflows'>;

/**
 * Has the share of voice of a project weighed by its own click curve as it is now, or by the fixed one, in the past too. The curve
 * stays as it is until it is chosen again. The same choice twice changes nothing.
 * @returns whether that is another weighing
 * @throws AppError `Project not found`; 409 for an archived project, and where there is no own curve
 */
export async function chooseVoice(ctx: ChooseContext, projectId: string, by: WeighedBy): Promise<boolean> {
  assertNotArchived(await getProject(ctx, projectId));
  const curve = by === 'fixed_curve' ? null : await takeCurve(ctx, projectId);
  return await ctx.postgres.transaction(async (tx) => {
    const isAnother = await setVoiceCurve(tx, { projectId, curve, now: ctx.clock.now() });
    if (!isAnother) return false;
    await ctx.workflows.enqueue(tx, 'ranking-days', { project_id: projectId });
    const { name } = toWeighing(curve);
    const note = { annotation_id: newId('ann_'), project_id: projectId, name, author: nameOf(ctx.caller) };
    await ctx.workflows.enqueue(tx, 'share-of-voice-note', note);
    return true;
  });
}

async function takeCurve(ctx: ChooseContext, projectId: string): Promise<VoiceCurve> {
  const { curve, lack } = toOwnCurve(await getCtrCurve(ctx, { projectId, lastDays: DAYS_DEFAULT }));
  if (curve === undefined) throw lacking(lack);
  return curve;
}

function lacking(lack: Lack): AppError {
  return new AppError('conflict', 'No click curve', {
    message: `${LACKS[lack]} The share of voice stays as it is weighed now.`,
    details: { reason: lack },
    hint: 'GET /api/projects/{project_id}/search-console/sync says how the collection goes.',
  });
}
