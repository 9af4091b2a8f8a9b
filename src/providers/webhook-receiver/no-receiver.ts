import { AppError } from '#kernel/errors.ts';

export function noReceiver(): AppError {
  return new AppError('not_configured', 'Webhook receiver not configured', {
    message: 'No receiver of webhooks is configured.',
    hint: 'Set WEBHOOK_URL, and WEBHOOK_SECRET for signed messages.',
  });
}
