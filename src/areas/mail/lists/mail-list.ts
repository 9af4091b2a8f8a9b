/** Something that mail goes to regularly, and that each reader can leave. */
export interface MailList {
  /** Of what makes the list: a channel, a digest. */
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  /** Null: of the service. */
  readonly organizationId: string | null;
  readonly projectId: string | null;
}

/** An address of a list, and what its owner decided. */
export interface ListedAddress {
  readonly id: string;
  readonly listId: string;
  readonly listName: string;
  readonly organizationId: string | null;
  readonly address: string;
  readonly askedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly unsubscribedAt: Date | null;
  readonly bouncedAt: Date | null;
  /** What the mail server said. */
  readonly bounce: string | null;
}

/**
 * `member`: gets mail at once. `confirmed`: by the link in a mail. `waiting`: not yet. `unsubscribed`: wants no more. `bounced`: the mail
 * server refused the address for good.
 */
export const ADDRESS_STATES = ['member', 'confirmed', 'waiting', 'unsubscribed', 'bounced'] as const;
export type AddressState = (typeof ADDRESS_STATES)[number];

export const LINK_PURPOSES = ['confirm', 'unsubscribe'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Addresses are the same whatever their case. */
export function toAddressKey(address: string): string {
  return address.toLowerCase();
}
