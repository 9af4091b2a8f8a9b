import { z } from 'zod';
import { hasNoControl } from '#http/fields.ts';

const LENGTH_MAX = 2_000;

/** A web address of a configuration. Whether it is public and https is checked beside it, because the sandbox may be neither. */
export function webAddressField() {
  return z
    .string()
    .trim()
    .min(1)
    .max(LENGTH_MAX)
    .refine((text) => URL.canParse(text) && hasNoControl(text), 'must be a web address');
}

/** Scheme and host: the rest of such an address is often all that it takes to write there. */
export function toShownAddress(address: string): string {
  const url = URL.parse(address);
  return url === null ? 'no address' : `${url.origin}/…`;
}
