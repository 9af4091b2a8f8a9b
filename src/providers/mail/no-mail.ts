import { AppError } from '#kernel/errors.ts';

export function noMail(): AppError {
  return new AppError('not_configured', 'Mail not configured', {
    message: 'No mail server is set up, so that no mail can be sent.',
    hint: 'Set SMTP_HOST and SMTP_FROM (docs/configuration.md, "Mail"), or hand the link on by yourself.',
  });
}
