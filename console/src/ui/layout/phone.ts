/** Windows so narrow get cards instead of tables, and low charts. */
export const PHONE = '(max-width: 40em)';
