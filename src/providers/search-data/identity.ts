import { AppError } from '#kernel/errors.ts';

/** Who the provider is, in its own words. */
export interface ProviderIdentity {
  /** In records, logs and errors (`OutsideError.service`). */
  readonly name: string;
  /** In sentences. */
  readonly title: string;
  /** The settings that hold its credentials. */
  readonly credentials: readonly string[];
  /** The setting that holds its address. */
  readonly address: string;
  /** What is said where credentials are missing, and what to do about it. */
  readonly noCredentials: { readonly message: string; readonly hint: string };
}

interface Identified {
  readonly isConfigured: boolean;
  readonly provider: ProviderIdentity;
}

/** @throws AppError 503 without credentials */
export function requireCredentials({ isConfigured, provider: { noCredentials } }: Identified): void {
  if (!isConfigured) throw new AppError('not_configured', noCredentials.message, { hint: noCredentials.hint });
}
