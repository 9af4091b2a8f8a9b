/** Where a mail goes or comes from; always these values, never a text of a header. */
export interface MailAddress {
  readonly name?: string | undefined;
  readonly address: string;
}

const ADDRESS_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 200;
/** No quotes, comments, lists or blanks: what real addresses need, and nothing that a header reads as more than one. */
const ADDRESS =
  /^[^\s\p{C}@<>"(),:;\\[\]]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const MAILBOX = /^\s*(?:"?(?<name>[^"<>]*?)"?\s*<(?<inner>[^<>]*)>|(?<bare>[^<>\s]+))\s*$/u;

/** What is wrong with an address or its name; undefined: nothing. Line breaks are refused, so that no header can be added. */
export function findAddressProblem({ name = '', address }: MailAddress): string | undefined {
  if (address.length > ADDRESS_LENGTH_MAX || !ADDRESS.test(address)) return 'must be an e-mail address';
  if (CONTROL.test(name)) return 'the name must have no line breaks';
  return name.length > NAME_LENGTH_MAX ? `the name must have at most ${NAME_LENGTH_MAX} characters` : undefined;
}

/**
 * For settings, where people write an address as mail programs show it.
 * @example parseMailbox('Sightline <reports@acme.com>') // { name: 'Sightline', address: 'reports@acme.com' }
 */
export function parseMailbox(text: string): MailAddress | undefined {
  const { name = '', inner, bare } = MAILBOX.exec(text)?.groups ?? {};
  const address = { ...(name === '' ? {} : { name }), address: inner ?? bare ?? '' };
  return findAddressProblem(address) === undefined ? address : undefined;
}

/** What stands behind the `@`. */
export function toDomain({ address }: MailAddress): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
