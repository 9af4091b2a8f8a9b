import { endMailList } from '#areas/mail/index.ts';
import { requireRight } from '#http/rights.ts';
import { notFound } from '#kernel/errors.ts';
import { assertTogether, withDay } from './check-settings.ts';
import { findDigestOwner, type DigestWriter } from './create-digest.ts';
import type { Digest, DigestSettings } from './digest.ts';
import { getDigest } from './get-digest.ts';
import { assertChannels, keepRecipients } from './runs/recipients.ts';
import { findNextSend } from './schedule/next-send.ts';
import { deleteDigestRow, lockDigest, updateDigestRow } from './store/digests.ts';

/**
 * Changes what is given and leaves the rest. Another time begins from now on; what was missed until then is not made up for.
 * @throws AppError `Digest not found`, and as `createDigest`
 */
export async function updateDigest(ctx: DigestWriter, digestId: string, changes: Partial<DigestSettings>): Promise<Digest> {
  await getChangeable(ctx, digestId);
  return await ctx.postgres.transaction(async (tx) => {
    const known = await lockDigest(tx, digestId);
    if (known === undefined) throw notFound('Digest');
    const settings = change(known, changes);
    assertTogether(settings);
    // What the caller did not touch may name projects that are archived by now.
    if (changes.scopeKind !== undefined) {
      const { organizationId } = await findDigestOwner(ctx, settings, known.organizationId);
      if (organizationId !== known.organizationId) throw notFound('Project');
    }
    // A channel of a project serves that project alone.
    if (changes.channelIds !== undefined || changes.scopeKind !== undefined) await assertChannels(ctx, settings);
    const now = ctx.clock.now();
    const changed = { ...settings, nextRunAt: toNextRun(known, settings, now), updatedAt: now };
    await updateDigestRow(tx, changed);
    if (LISTED.some((name) => changes[name] !== undefined)) await keepRecipients(ctx, tx, changed);
    return changed;
  });
}

/**
 * Removes a digest with its runs. Mails that were handed over arrive.
 * @throws AppError `Digest not found`; 403 for one of an organization without the right `manage`
 */
export async function deleteDigest(ctx: DigestWriter, digestId: string): Promise<void> {
  await getChangeable(ctx, digestId);
  await ctx.postgres.transaction(async (tx) => {
    await deleteDigestRow(tx, digestId);
    await endMailList(tx, digestId);
  });
}

async function getChangeable(ctx: DigestWriter, digestId: string): Promise<Digest> {
  const digest = await getDigest(ctx, digestId);
  if (digest.scopeKind === 'organization') requireRight(ctx.caller, 'manage');
  return digest;
}

/** A rhythm brings its own day: that of the one before says nothing of it. */
function change(known: Digest, changes: Partial<DigestSettings>): Digest {
  const isOther = changes.every !== undefined && changes.every !== known.every;
  const merged = { ...known, ...(isOther ? { weekday: null, dayOfMonth: null } : {}), ...changes };
  return withDay({
    ...merged,
    projectIds: merged.scopeKind === 'organization' && changes.projectIds === undefined ? null : merged.projectIds,
  });
}

/** What the list of its readers is made of. */
const LISTED = ['addresses', 'name', 'scopeKind'] as const;

const TIMING = ['every', 'at', 'weekday', 'dayOfMonth', 'timeZone', 'isEnabled'] as const;

function toNextRun(known: Digest, settings: Digest, now: Date): Date | null {
  if (!settings.isEnabled) return null;
  return TIMING.every((name) => known[name] === settings[name]) ? known.nextRunAt : findNextSend(settings, now);
}
