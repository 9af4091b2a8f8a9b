/** The tests of `npm test` that have a longer form (`test/support/test-width.ts`). */
process.env['TEST_WIDTH'] = 'whole';
const FILES = [
  'api/access',
  'api/fuzz',
  'api/requests',
  'api/secrets',
  'api/store-illness',
  'api/store-illness-lifecycle',
  'console/failing',
  'console/states',
  'docs/tour/operations',
  'docs/tour/walks',
  'workflows/catalog-crawl',
  'workflows/store-faults',
];
for (const file of FILES) await import(`../${file}.test.ts`);
