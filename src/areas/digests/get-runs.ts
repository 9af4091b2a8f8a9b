import { findMails } from '#areas/mail/index.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import { hasRight } from '#http/rights.ts';
import type { Page } from '#kernel/lists.ts';
import type { Delivery, DigestRun } from './digest.ts';
import { getDigest } from './get-digest.ts';
import { maskAddress } from './mask-address.ts';
import { runList } from './store/runs.ts';

export type DeliveryStatus = 'queued' | 'sent' | 'refused' | 'failed' | 'skipped' | 'handed_over' | 'unknown';

export interface ListedRun {
  readonly run: DigestRun;
  readonly deliveries: readonly (Pick<Delivery, 'kind' | 'to' | 'reason'> & { readonly status: DeliveryStatus })[];
}

/**
 * What became of a digest, newest first.
 * @throws AppError `Digest not found`
 */
export async function listDigestRuns(ctx: ProjectReader, digestId: string, page: Page): Promise<{ runs: ListedRun[]; total: number }> {
  const digest = await getDigest(ctx, digestId);
  const { rows, total } = await runList.read(ctx.postgres, { digestId: digest.id }, page);
  const mailIds = rows.flatMap(({ deliveries }) => deliveries.flatMap(({ mailId }) => mailId ?? []));
  const mails = await findMails(ctx.postgres, mailIds);
  const isShown = hasRight(ctx.caller, 'edit');
  const runs = rows.map((run) => ({
    run,
    deliveries: run.deliveries.map(({ kind, to, reason, isSent, mailId }) => {
      const mail = mailId === null ? undefined : mails.get(mailId);
      const status = toStatus({ kind, isSent }, mail?.status);
      return { kind, to: isShown || kind === 'channel' ? to : maskAddress(to), reason: reason ?? mail?.error ?? null, status };
    }),
  }));
  return { runs, total };
}

function toStatus({ kind, isSent }: Pick<Delivery, 'kind' | 'isSent'>, mail: DeliveryStatus | undefined): DeliveryStatus {
  if (!isSent) return 'skipped';
  return kind === 'channel' ? 'handed_over' : (mail ?? 'unknown');
}
