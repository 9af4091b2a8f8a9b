export const CONNECTION_KINDS = ['oauth', 'service_account'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** By whom we may read Search Console. What proves it is in the secret store. */
export interface Connection {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: ConnectionKind;
  /** The address of a service account; for a person the name that was given to the connection. */
  readonly accountName: string;
  readonly secretId: string;
  readonly status: 'ok' | 'failing';
  /** Of the last call that was refused. */
  readonly fault: string | null;
  readonly cause: string | null;
  readonly nextStep: string | null;
  readonly madeBy: string;
  readonly createdAt: Date;
  readonly testedAt: Date | null;
  /** When Google ends the access by itself; null: not that we know. */
  readonly endsAt: Date | null;
}

/** A website as Google lists it. */
export interface StoredProperty {
  readonly id: string;
  readonly organizationId: string;
  /** Null: the connection by which it was read is gone. */
  readonly connectionId: string | null;
  readonly siteUrl: string;
  readonly permission: string;
  readonly canRead: boolean;
  readonly createdAt: Date;
  readonly listedAt: Date;
}
