import type { WorkflowContext } from '#context';
import { AppError, isRetryable, messageOf, OutsideError } from '#kernel/errors.ts';
import type { Notification } from '../notification.ts';
import type { Outcome } from './send.ts';

/** One try at the receiver of the operator (`WEBHOOK_URL`), with the body as it was written. */
export async function sendToOperator(
  { webhookReceiver }: WorkflowContext,
  notification: Notification,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return { is: 'taken', responseStatus: await webhookReceiver.deliver(notification, signal) };
  } catch (error) {
    if (signal.aborted || !(error instanceof OutsideError || error instanceof AppError)) throw error;
    const responseStatus = error instanceof OutsideError ? error.code : undefined;
    return { is: isRetryable(error) ? 'again' : 'never', error: messageOf(error), responseStatus };
  }
}
