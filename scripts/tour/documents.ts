/** The documents whose commands are run and compared with what they print. */
export const DOCUMENTS = ['README.md', 'docs/tracking.md'] as const;
