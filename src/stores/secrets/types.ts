import type { Sql, Transaction } from '../postgres/types.ts';

export interface SecretText {
  /** What it is for, such as `mail`; a secret opens only as the kind that it was put as. */
  readonly kind: string;
  /** Whose it is, and goes with; null: of the service. */
  readonly organizationId: string | null;
  /** At most a million characters. */
  readonly text: string;
}

/** `unreadable`: some are sealed with a key that this process lacks. `no_key`: it lacks the one to seal with. */
export interface SecretsState {
  readonly state: 'ok' | 'no_key' | 'unreadable';
  readonly secrets: number;
  readonly unreadable: number;
  /** Whether a rotation is due or has not ended: they lie under another key than the first one of this process. */
  readonly isRotationDue: boolean;
}

/**
 * Texts that must be read back. Who owns one keeps its id, shows only that it is set, and removes it with what it belongs to.
 * Every method throws SecretError, which holds no secret.
 */
export interface Secrets {
  /** Seals a text. @returns the id to keep */
  put(tx: Transaction, secret: SecretText): Promise<string>;
  /** Seals another text under the same id. @throws SecretError (`missing`) when there is none */
  change(tx: Transaction, id: string, text: string): Promise<void>;
  /** The text. Log lines and spans leave it out from now on. @throws SecretError when it is missing, damaged, of another kind, or its key is not here */
  open(sql: Sql, id: string, kind: string): Promise<string>;
  /** One that is not there is removed already. */
  remove(tx: Sql, id: string): Promise<void>;
  /** Which of these are there: others say "secret missing". */
  listKnown(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** How what is stored and the keys of this process go together. */
  getState(sql: Sql): Promise<SecretsState>;
}
